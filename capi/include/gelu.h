/*
 * GELU on CPUs, forward and backward.
 *
 *     float x[] = {-6.0f, -0.5f, 0.0f, 1.0f};
 *     gelu_status status = gelu_forward_f32(x, x, 4, GELU_FORM_EXACT, GELU_ACCURACY_FAST);
 *     if (status != GELU_STATUS_OK) fprintf(stderr, "%s\n", gelu_status_message(status));
 *
 * Every function that computes returns a status, and writes nothing unless that is
 * GELU_STATUS_OK or GELU_STATUS_INTERNAL. Pointers may be NULL where there are no elements. An
 * output must not overlap an input or another output, unless it is said to be allowed to be one:
 * the very same elements. Inputs may overlap one another.
 *
 * All functions may be called from all threads. Large buffers are divided over the cores, by
 * threads of the library's own, which don't outlive the process, unless GELU_SERIAL is given.
 * In a child process that was forked after that, no call leaves its thread.
 *
 * Results are for the default floating-point environment: rounding to nearest, no flush to zero,
 * exceptions masked. Flags may be raised whatever the elements are, overflow and invalid included.
 *
 * Made by `UPDATE_TABLES=1 cargo test --package gelu-capi`; don't edit.
 */
#ifndef GELU_H
#define GELU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GELU_VERSION "0.1.0"

/* A form of GELU: which g(x) is meant. */
typedef uint32_t gelu_form;
#define GELU_FORM_EXACT   UINT32_C(0) /* x*Phi(x) = x/2*erfc(-x/sqrt(2)) */
#define GELU_FORM_TANH    UINT32_C(1) /* x/2*(1 + tanh(sqrt(2/pi)*(x + 0.044715*x^3))) */
#define GELU_FORM_SIGMOID UINT32_C(2) /* x/(1 + exp(-1.702*x)) */

/*
 * One accuracy, by default that with the value 0, | GELU_SERIAL. Errors are those of g, g' and g'';
 * g'' has up to 5 ulp of double. With GELU_ACCURACY_RELAXED, a derivative within 0.25 of a root of
 * it has an absolute error of up to 2^-15, and what is subnormal one of a few units of 2^-149 more.
 */
typedef uint32_t gelu_flags;
#define GELU_ACCURACY_FAST    UINT32_C(0) /* 4 ulp of float, 2 of double; a few 16-bit results are next to the right one */
#define GELU_ACCURACY_PRECISE UINT32_C(1) /* 0.6 ulp of float, 1 of double; 16-bit results are correctly rounded */
#define GELU_ACCURACY_RELAXED UINT32_C(2) /* a relative error of 2^-12 of float; of other types as FAST */
#define GELU_SERIAL UINT32_C(256) /* stay on the calling thread */

/* How a call went. */
typedef uint32_t gelu_status;
#define GELU_STATUS_OK         UINT32_C(0) /* no error */
#define GELU_STATUS_NULL       UINT32_C(1) /* a pointer is NULL, but there are elements */
#define GELU_STATUS_MISALIGNED UINT32_C(2) /* a pointer is not a multiple of the element's alignment */
#define GELU_STATUS_OVERFLOW   UINT32_C(3) /* the size is more than there are addresses */
#define GELU_STATUS_OVERLAP    UINT32_C(4) /* an output overlaps another buffer, other than where that is allowed */
#define GELU_STATUS_STRIDE     UINT32_C(5) /* a stride is less than the length of a row */
#define GELU_STATUS_FORM       UINT32_C(6) /* unknown form */
#define GELU_STATUS_FLAGS      UINT32_C(7) /* unknown accuracy or flag */
#define GELU_STATUS_INTERNAL   UINT32_C(8) /* internal error: please report it */

/* The bits of an IEEE binary16, and those of the first half of a binary32. */
typedef uint16_t gelu_f16;
typedef uint16_t gelu_bf16;

/* The version of the library, such as "0.1.0". */
const char *gelu_version(void);

/*
 * The instruction set that is in use, such as "avx2": the best of the processor, or what
 * the environment variable GELU_ISA names.
 */
const char *gelu_isa(void);

/* What a status means, in English; never NULL. */
const char *gelu_status_message(gelu_status status);

/* y = g(x) for n elements. y may be x. */
gelu_status gelu_forward_f32(const float *x, float *y, size_t n, gelu_form form, gelu_flags flags);
gelu_status gelu_forward_f64(const double *x, double *y, size_t n, gelu_form form,
    gelu_flags flags);
gelu_status gelu_forward_f16(const gelu_f16 *x, gelu_f16 *y, size_t n, gelu_form form,
    gelu_flags flags);
gelu_status gelu_forward_bf16(const gelu_bf16 *x, gelu_bf16 *y, size_t n, gelu_form form,
    gelu_flags flags);

/* dx = g'(x)*dy for n elements, where x is what went into the forward pass. dx may be dy. */
gelu_status gelu_backward_f32(const float *x, const float *dy, float *dx, size_t n, gelu_form form,
    gelu_flags flags);
gelu_status gelu_backward_f64(const double *x, const double *dy, double *dx, size_t n,
    gelu_form form, gelu_flags flags);
gelu_status gelu_backward_f16(const gelu_f16 *x, const gelu_f16 *dy, gelu_f16 *dx, size_t n,
    gelu_form form, gelu_flags flags);
gelu_status gelu_backward_bf16(const gelu_bf16 *x, const gelu_bf16 *dy, gelu_bf16 *dx, size_t n,
    gelu_form form, gelu_flags flags);

/* d = g'(x) for n elements. d may be x. */
gelu_status gelu_derivative_f32(const float *x, float *d, size_t n, gelu_form form,
    gelu_flags flags);
gelu_status gelu_derivative_f64(const double *x, double *d, size_t n, gelu_form form,
    gelu_flags flags);
gelu_status gelu_derivative_f16(const gelu_f16 *x, gelu_f16 *d, size_t n, gelu_form form,
    gelu_flags flags);
gelu_status gelu_derivative_bf16(const gelu_bf16 *x, gelu_bf16 *d, size_t n, gelu_form form,
    gelu_flags flags);

/* d = g''(x) for n elements. d may be x. */
gelu_status gelu_second_derivative_f32(const float *x, float *d, size_t n, gelu_form form,
    gelu_flags flags);
gelu_status gelu_second_derivative_f64(const double *x, double *d, size_t n, gelu_form form,
    gelu_flags flags);
gelu_status gelu_second_derivative_f16(const gelu_f16 *x, gelu_f16 *d, size_t n, gelu_form form,
    gelu_flags flags);
gelu_status gelu_second_derivative_bf16(const gelu_bf16 *x, gelu_bf16 *d, size_t n, gelu_form form,
    gelu_flags flags);

/*
 * y = g(x) and d = g'(x) for n elements, sharing the work. y may be x. Then
 * d is what a backward pass needs of the x that is lost: dx = d*dy.
 */
gelu_status gelu_forward_with_derivative_f32(const float *x, float *y, float *d, size_t n,
    gelu_form form, gelu_flags flags);
gelu_status gelu_forward_with_derivative_f64(const double *x, double *y, double *d, size_t n,
    gelu_form form, gelu_flags flags);
gelu_status gelu_forward_with_derivative_f16(const gelu_f16 *x, gelu_f16 *y, gelu_f16 *d, size_t n,
    gelu_form form, gelu_flags flags);
gelu_status gelu_forward_with_derivative_bf16(const gelu_bf16 *x, gelu_bf16 *y, gelu_bf16 *d,
    size_t n, gelu_form form, gelu_flags flags);

/*
 * y = g(x) for so many rows of row elements. A row begins stride elements
 * after the one before; strides may differ and are at least row. What lies
 * between rows is neither read nor written, but counts where buffers must
 * not overlap. y may be x, with the same stride.
 */
gelu_status gelu_forward_rows_f32(const float *x, size_t x_stride, float *y, size_t y_stride,
    size_t rows, size_t row, gelu_form form, gelu_flags flags);
gelu_status gelu_forward_rows_f64(const double *x, size_t x_stride, double *y, size_t y_stride,
    size_t rows, size_t row, gelu_form form, gelu_flags flags);
gelu_status gelu_forward_rows_f16(const gelu_f16 *x, size_t x_stride, gelu_f16 *y, size_t y_stride,
    size_t rows, size_t row, gelu_form form, gelu_flags flags);
gelu_status gelu_forward_rows_bf16(const gelu_bf16 *x, size_t x_stride, gelu_bf16 *y,
    size_t y_stride, size_t rows, size_t row, gelu_form form, gelu_flags flags);

/* dx = g'(x)*dy for rows as above. dx may be dy, with the same stride. */
gelu_status gelu_backward_rows_f32(const float *x, size_t x_stride, const float *dy,
    size_t dy_stride, float *dx, size_t dx_stride, size_t rows, size_t row, gelu_form form,
    gelu_flags flags);
gelu_status gelu_backward_rows_f64(const double *x, size_t x_stride, const double *dy,
    size_t dy_stride, double *dx, size_t dx_stride, size_t rows, size_t row, gelu_form form,
    gelu_flags flags);
gelu_status gelu_backward_rows_f16(const gelu_f16 *x, size_t x_stride, const gelu_f16 *dy,
    size_t dy_stride, gelu_f16 *dx, size_t dx_stride, size_t rows, size_t row, gelu_form form,
    gelu_flags flags);
gelu_status gelu_backward_rows_bf16(const gelu_bf16 *x, size_t x_stride, const gelu_bf16 *dy,
    size_t dy_stride, gelu_bf16 *dx, size_t dx_stride, size_t rows, size_t row, gelu_form form,
    gelu_flags flags);

#ifdef __cplusplus
}
#endif

#endif

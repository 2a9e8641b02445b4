/*
 * Uses every function of the installed library, for every type, form and accuracy. The truth is the
 * formula in long double.
 */
#include <gelu.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition)                                                             \
    do {                                                                             \
        if (!(condition)) {                                                          \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);  \
            exit(1);                                                                 \
        }                                                                            \
    } while (0)

/* The status of a call that has to go well. */
#define CALL(call)                                                                   \
    do {                                                                             \
        gelu_status status = (call);                                                 \
        if (status != GELU_STATUS_OK) {                                              \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,            \
                gelu_status_message(status));                                        \
            exit(1);                                                                 \
        }                                                                            \
    } while (0)

#define FORMS 3

static const gelu_flags ACCURACIES[] = {GELU_ACCURACY_FAST, GELU_ACCURACY_PRECISE, GELU_ACCURACY_RELAXED};

/* s, s' and s'' of the logistic function of v, where v is a function of x with these derivatives;
 * then those of x*s. */
static void logistic(long double x, long double v, long double v1, long double v2, long double g[3])
{
    long double s = 1 / (1 + expl(-v)), q = 1 / (1 + expl(v));
    long double s1 = s * q * v1, s2 = s * q * ((q - s) * v1 * v1 + v2);
    g[0] = x * s;
    g[1] = s + x * s1;
    g[2] = 2 * s1 + x * s2;
}

/* g(x), g'(x), g''(x) */
static void truth(gelu_form form, long double x, long double g[3])
{
    const long double pi = 3.14159265358979323846264338327950288L;
    if (form == GELU_FORM_EXACT) {
        long double cdf = erfcl(-x / sqrtl(2)) / 2, density = expl(-x * x / 2) / sqrtl(2 * pi);
        g[0] = x * cdf;
        g[1] = cdf + x * density;
        g[2] = (2 - x * x) * density;
    } else if (form == GELU_FORM_TANH) {
        long double c = 2 * sqrtl(2 / pi), a = 0.044715L;
        logistic(x, c * (x + a * x * x * x), c * (1 + 3 * a * x * x), c * 6 * a * x, g);
    } else {
        logistic(x, 1.702L * x, 1.702L, 0, g);
    }
}

/* Whether a value of g (order 0), g' or g'' is as near to the true one as the header says, in a type of so
 * many digits. */
static int is_close(double value, gelu_form form, double x, int order, gelu_flags flags, int digits)
{
    const gelu_flags accuracy = flags & ~GELU_SERIAL;
    long double g[3];
    truth(form, x, g);
    const long double error = fabsl(value - g[order]);
    if (accuracy == GELU_ACCURACY_RELAXED && digits == 24) {
        long double before[3], after[3];
        truth(form, x - 0.25, before);
        truth(form, x + 0.25, after);
        if (order > 0 && before[order] * after[order] < 0)
            return error <= ldexpl(1, -15);
        return error <= ldexpl(fabsl(g[order]), -12);
    }
    const int is_precise = accuracy == GELU_ACCURACY_PRECISE;
    const double ulps = digits == 24 ? (is_precise ? 0.6 : 4)
        : digits == 53 ? (order == 2 ? 5 : is_precise ? 1 : 2)
        : (is_precise ? 0.5 : 1);
    int exponent;
    frexpl(g[order], &exponent);
    return error <= ulps * ldexpl(1, exponent - digits);
}

/*
 * The types: how a value that is exact in the type gets into it, and out.
 */
static float f32_of(double value) { return (float)value; }
static double f32_value(float x) { return x; }

static double f64_of(double value) { return value; }
static double f64_value(double x) { return x; }

static uint32_t f32_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static gelu_bf16 bf16_of(double value) { return f32_bits((float)value) >> 16; }
static double bf16_value(gelu_bf16 x)
{
    const uint32_t bits = (uint32_t)x << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* For normal numbers and zero. */
static gelu_f16 f16_of(double value)
{
    const uint32_t bits = f32_bits((float)value);
    const uint32_t magnitude = bits & 0x7fffffff;
    return (bits >> 16 & 0x8000) | (magnitude ? (magnitude >> 13) - (112 << 10) : 0);
}
static double f16_value(gelu_f16 x)
{
    const int exponent = x >> 10 & 0x1f, fraction = x & 0x3ff;
    const double magnitude = ldexp(exponent ? fraction + 0x400 : fraction, (exponent ? exponent : 1) - 25);
    return x & 0x8000 ? -magnitude : magnitude;
}

/*
 * All tests of one type.
 *
 * The grid has values of six bits and more than any vector has lanes. Their functions are normal
 * numbers in every type.
 */
#define GRID 175
#define MANY (1 << 20)
#define TESTS(t, T, digits)                                                                       \
    static void grid_##t(T *x)                                                                    \
    {                                                                                             \
        for (int i = 0; i < GRID; i++)                                                            \
            x[i] = t##_of(((i * 37) % 128 - 63) / 16.0);                                          \
    }                                                                                             \
                                                                                                  \
    static void values_##t(gelu_form form, gelu_flags flags)                                      \
    {                                                                                             \
        T x[GRID], y[GRID], z[GRID], d[GRID], d2[GRID], dy[GRID], dx[GRID];                       \
        grid_##t(x);                                                                              \
        CALL(gelu_forward_##t(x, y, GRID, form, flags));                                          \
        CALL(gelu_derivative_##t(x, d, GRID, form, flags));                                       \
        CALL(gelu_second_derivative_##t(x, d2, GRID, form, flags));                               \
        for (int i = 0; i < GRID; i++) {                                                          \
            CHECK(is_close(t##_value(y[i]), form, t##_value(x[i]), 0, flags, digits));            \
            CHECK(is_close(t##_value(d[i]), form, t##_value(x[i]), 1, flags, digits));            \
            CHECK(is_close(t##_value(d2[i]), form, t##_value(x[i]), 2, flags, digits));           \
            dy[i] = t##_of(i % 2 ? 2 : -1);                                                       \
        }                                                                                         \
        CALL(gelu_backward_##t(x, dy, dx, GRID, form, flags));                                    \
        for (int i = 0; i < GRID; i++)                                                            \
            CHECK(t##_value(dx[i]) == t##_value(d[i]) * (i % 2 ? 2 : -1));                        \
        CALL(gelu_backward_##t(x, dy, dy, GRID, form, flags));                                    \
        CHECK(memcmp(dx, dy, sizeof dx) == 0);                                                    \
                                                                                                  \
        memcpy(z, x, sizeof z);                                                                   \
        CALL(gelu_forward_##t(z, z, GRID, form, flags));                                          \
        CHECK(memcmp(z, y, sizeof z) == 0);                                                       \
        memcpy(z, x, sizeof z);                                                                   \
        CALL(gelu_derivative_##t(z, z, GRID, form, flags));                                       \
        CHECK(memcmp(z, d, sizeof z) == 0);                                                       \
        memcpy(z, x, sizeof z);                                                                   \
        CALL(gelu_second_derivative_##t(z, z, GRID, form, flags));                                \
        CHECK(memcmp(z, d2, sizeof z) == 0);                                                      \
                                                                                                  \
        /* With sharing, the value may be another one within the promise. */                      \
        T shared[GRID];                                                                           \
        CALL(gelu_forward_with_derivative_##t(x, shared, z, GRID, form, flags));                  \
        CHECK(memcmp(z, d, sizeof z) == 0);                                                       \
        for (int i = 0; i < GRID; i++) {                                                          \
            CHECK(is_close(t##_value(shared[i]), form, t##_value(x[i]), 0, flags, digits));       \
        }                                                                                         \
        memcpy(z, x, sizeof z);                                                                   \
        CALL(gelu_forward_with_derivative_##t(z, z, dx, GRID, form, flags));                      \
        CHECK(memcmp(z, shared, sizeof z) == 0 && memcmp(dx, d, sizeof d) == 0);                  \
                                                                                                  \
        /* Five rows of 20 elements. */                                                           \
        enum { ROWS = 5, ROW = 20 };                                                              \
        T rows[ROWS * 30];                                                                        \
        memset(rows, 0x55, sizeof rows);                                                          \
        const T gap = rows[0];                                                                    \
        CALL(gelu_forward_rows_##t(x, ROW, rows, 30, ROWS, ROW, form, flags));                    \
        for (int i = 0; i < ROWS * 30; i++) {                                                     \
            const T *expected = i % 30 < ROW ? &y[i / 30 * ROW + i % 30] : &gap;                  \
            CHECK(memcmp(&rows[i], expected, sizeof gap) == 0);                                   \
        }                                                                                         \
        memset(rows, 0x55, sizeof rows);                                                          \
        for (int i = 0; i < ROWS; i++)                                                            \
            memcpy(&rows[i * 30], &x[i * ROW], sizeof(T) * ROW);                                  \
        CALL(gelu_forward_rows_##t(rows, 30, rows, 30, ROWS, ROW, form, flags));                  \
        for (int i = 0; i < ROWS * 30; i++) {                                                     \
            const T *expected = i % 30 < ROW ? &y[i / 30 * ROW + i % 30] : &gap;                  \
            CHECK(memcmp(&rows[i], expected, sizeof gap) == 0);                                   \
        }                                                                                         \
        memset(rows, 0x55, sizeof rows);                                                          \
        CALL(gelu_backward_rows_##t(x, ROW, d, ROW, rows, 30, ROWS, ROW, form, flags));           \
        CALL(gelu_backward_##t(x, d, dx, GRID, form, flags));                                     \
        for (int i = 0; i < ROWS * 30; i++) {                                                     \
            const T *expected = i % 30 < ROW ? &dx[i / 30 * ROW + i % 30] : &gap;                 \
            CHECK(memcmp(&rows[i], expected, sizeof gap) == 0);                                   \
        }                                                                                         \
    }                                                                                             \
                                                                                                  \
    static void errors_##t(void)                                                                  \
    {                                                                                             \
        T x[GRID], y[GRID], before[GRID];                                                         \
        grid_##t(x);                                                                              \
        grid_##t(y);                                                                              \
        memcpy(before, y, sizeof y);                                                              \
        const gelu_form form = GELU_FORM_EXACT;                                                   \
        const T *odd = (const T *)((const char *)x + 1);                                          \
        T *odd_y = (T *)((char *)y + 1);                                                          \
        const struct {                                                                            \
            gelu_status expected, status;                                                         \
        } calls[] = {                                                                             \
            {GELU_STATUS_OK, gelu_forward_##t(NULL, NULL, 0, form, 0)},                           \
            {GELU_STATUS_OK, gelu_forward_##t(odd, odd_y, 0, form, 0)},                           \
            {GELU_STATUS_OK, gelu_backward_##t(NULL, NULL, NULL, 0, form, 0)},                    \
            {GELU_STATUS_OK, gelu_derivative_##t(NULL, NULL, 0, form, 0)},                        \
            {GELU_STATUS_OK, gelu_second_derivative_##t(NULL, NULL, 0, form, 0)},                 \
            {GELU_STATUS_OK, gelu_forward_with_derivative_##t(NULL, NULL, NULL, 0, form, 0)},     \
            {GELU_STATUS_OK, gelu_forward_rows_##t(NULL, 9, NULL, 9, 0, 9, form, 0)},             \
            {GELU_STATUS_OK, gelu_forward_rows_##t(NULL, 9, NULL, 9, SIZE_MAX, 0, form, 0)},      \
            {GELU_STATUS_NULL, gelu_forward_##t(NULL, y, 1, form, 0)},                            \
            {GELU_STATUS_NULL, gelu_forward_##t(x, NULL, 1, form, 0)},                            \
            {GELU_STATUS_NULL, gelu_forward_##t(NULL, NULL, 1, form, 0)},                         \
            {GELU_STATUS_NULL, gelu_backward_##t(x, NULL, y, 1, form, 0)},                        \
            {GELU_STATUS_NULL, gelu_forward_with_derivative_##t(x, y, NULL, 1, form, 0)},         \
            {GELU_STATUS_NULL, gelu_forward_rows_##t(x, 9, NULL, 9, 2, 9, form, 0)},              \
            {GELU_STATUS_MISALIGNED, gelu_forward_##t(odd, y, 1, form, 0)},                       \
            {GELU_STATUS_MISALIGNED, gelu_forward_##t(x, odd_y, 1, form, 0)},                     \
            {GELU_STATUS_MISALIGNED, gelu_derivative_##t(odd, y, 1, form, 0)},                    \
            {GELU_STATUS_OVERFLOW, gelu_forward_##t(x, y, SIZE_MAX, form, 0)},                    \
            {GELU_STATUS_OVERFLOW, gelu_forward_##t(x, y, SIZE_MAX / sizeof(T) / 2 + 1, form, 0)}, \
            {GELU_STATUS_OVERFLOW, gelu_forward_rows_##t(x, SIZE_MAX / 2, y, 9, 4, 9, form, 0)},  \
            {GELU_STATUS_OVERFLOW, gelu_forward_rows_##t(x, SIZE_MAX / 2, y, 9, 3, 9, form, 0)},  \
            {GELU_STATUS_OVERLAP, gelu_forward_##t(y, y + 1, 2, form, 0)},                        \
            {GELU_STATUS_OVERLAP, gelu_forward_##t(y + 1, y, 2, form, 0)},                        \
            {GELU_STATUS_OVERLAP, gelu_backward_##t(y, x, y, 2, form, 0)},                        \
            {GELU_STATUS_OVERLAP, gelu_backward_##t(y, y, y, 2, form, 0)},                        \
            {GELU_STATUS_OVERLAP, gelu_backward_##t(x, y + 1, y, 2, form, 0)},                    \
            {GELU_STATUS_OVERLAP, gelu_derivative_##t(y, y + 1, 2, form, 0)},                     \
            {GELU_STATUS_OVERLAP, gelu_second_derivative_##t(y, y + 1, 2, form, 0)},              \
            {GELU_STATUS_OVERLAP, gelu_forward_with_derivative_##t(x, y, y, 2, form, 0)},         \
            {GELU_STATUS_OVERLAP, gelu_forward_with_derivative_##t(y, y + 9, y + 1, 9, form, 0)}, \
            {GELU_STATUS_OVERLAP, gelu_forward_rows_##t(y, 9, y, 10, 2, 9, form, 0)},             \
            {GELU_STATUS_OVERLAP, gelu_forward_rows_##t(y, 20, y + 9, 20, 2, 9, form, 0)},        \
            {GELU_STATUS_OVERLAP, gelu_backward_rows_##t(x, 9, y, 9, y, 10, 2, 9, form, 0)},      \
            {GELU_STATUS_STRIDE, gelu_forward_rows_##t(x, 9, y, 8, 2, 9, form, 0)},               \
            {GELU_STATUS_STRIDE, gelu_backward_rows_##t(x, 9, x, 8, y, 9, 2, 9, form, 0)},        \
            {GELU_STATUS_FORM, gelu_forward_##t(x, y, 2, FORMS, 0)},                              \
            {GELU_STATUS_FORM, gelu_backward_##t(x, x, y, 2, UINT32_MAX, 0)},                     \
            {GELU_STATUS_FORM, gelu_forward_##t(NULL, NULL, 0, FORMS, 0)},                        \
            {GELU_STATUS_FLAGS, gelu_forward_##t(x, y, 2, form, 0x80)},                           \
            {GELU_STATUS_FLAGS, gelu_derivative_##t(x, y, 2, form, GELU_SERIAL << 1)},            \
            {GELU_STATUS_FLAGS, gelu_forward_##t(x, y, 2, form, UINT32_MAX)},                     \
        };                                                                                        \
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {                               \
            if (calls[i].status != calls[i].expected) {                                           \
                fprintf(stderr, #t ", call %zu: %s instead of: %s\n", i,                          \
                    gelu_status_message(calls[i].status), gelu_status_message(calls[i].expected)); \
                exit(1);                                                                          \
            }                                                                                     \
        }                                                                                         \
        CHECK(memcmp(before, y, sizeof y) == 0);                                                  \
    }                                                                                             \
                                                                                                  \
    /* Divided over the cores, on one, and in a child process, where the others' threads aren't. */ \
    static void threads_##t(void)                                                                 \
    {                                                                                             \
        T *x = (T *)malloc(MANY * sizeof(T)), *y = (T *)malloc(MANY * sizeof(T));                 \
        T *serial = (T *)malloc(MANY * sizeof(T));                                                \
        CHECK(x && y && serial);                                                                  \
        for (size_t i = 0; i < MANY; i++)                                                         \
            x[i] = t##_of(((int)(i % 128) - 64) / 16.0);                                          \
        CALL(gelu_forward_##t(x, serial, MANY, GELU_FORM_TANH, GELU_SERIAL));                     \
        CALL(gelu_forward_##t(x, y, MANY, GELU_FORM_TANH, 0));                                    \
        CHECK(memcmp(y, serial, MANY * sizeof(T)) == 0);                                          \
        pid_t child = fork();                                                                     \
        CHECK(child >= 0);                                                                        \
        if (child == 0) {                                                                         \
            alarm(60);                                                                            \
            CALL(gelu_forward_##t(x, x, MANY, GELU_FORM_TANH, 0));                                \
            _exit(memcmp(x, serial, MANY * sizeof(T)) != 0);                                      \
        }                                                                                         \
        int status;                                                                               \
        CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status));  \
        free(x);                                                                                  \
        free(y);                                                                                  \
        free(serial);                                                                             \
    }                                                                                             \
                                                                                                  \
    static void test_##t(void)                                                                    \
    {                                                                                             \
        for (gelu_form form = 0; form < FORMS; form++) {                                          \
            for (size_t i = 0; i < sizeof ACCURACIES / sizeof *ACCURACIES; i++) {                 \
                values_##t(form, ACCURACIES[i]);                                                  \
                values_##t(form, ACCURACIES[i] | GELU_SERIAL);                                    \
            }                                                                                     \
        }                                                                                         \
        errors_##t();                                                                             \
        threads_##t();                                                                            \
    }

TESTS(f32, float, 24)
TESTS(f64, double, 53)
TESTS(f16, gelu_f16, 11)
TESTS(bf16, gelu_bf16, 8)

int main(void)
{
    CHECK(strcmp(gelu_version(), GELU_VERSION) == 0);
    CHECK(strlen(gelu_isa()) > 0);
    for (gelu_status status = 0; status <= GELU_STATUS_INTERNAL + 1; status++) {
        CHECK(strlen(gelu_status_message(status)) > 0);
        CHECK(status == 0 || strcmp(gelu_status_message(status), gelu_status_message(status - 1)) != 0);
    }
    test_f32();
    test_f64();
    test_f16();
    test_bf16();
    printf("gelu %s from C with %s: as it should be\n", gelu_version(), gelu_isa());
    return 0;
}

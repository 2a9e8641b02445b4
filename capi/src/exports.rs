//! What the library exports: the functions once, for every element type, and those without one.

use std::ffi::{CString, c_char};
use std::sync::OnceLock;

use crate::numbers::{Flags, Form, Status, c_str};

/// A type under the name that it has in C.
#[cfg(test)]
pub(crate) trait InC {
    /// How C code declares something of this type.
    fn declare(name: &str) -> String;
}

macro_rules! in_c {
    ($($type:ty = $name:literal),*) => {
        $(in_c!(@ $type, "{} {}", $name);)*
        $(in_c!(@ *const $type, "const {} *{}", $name);)*
        $(in_c!(@ *mut $type, "{} *{}", $name);)*
    };
    (@ $type:ty, $declaration:literal, $name:literal) => {
        #[cfg(test)]
        impl InC for $type {
            fn declare(name: &str) -> String {
                format!($declaration, $name, name)
            }
        }
    };
}
in_c!(usize = "size_t", c_char = "char", Form = "gelu_form", Flags = "gelu_flags", Status = "gelu_status");

/// [`InC::declare`] of some type.
#[cfg(test)]
type Declare = fn(&str) -> String;

/// A function as the header declares it.
#[cfg(test)]
pub(crate) struct Declaration {
    pub(crate) name: &'static str,
    pub(crate) documentation: &'static [&'static str],
    /// With its return type.
    pub(crate) declare: Declare,
    pub(crate) arguments: &'static [(&'static str, Declare)],
}

/// Exports functions, each with what the header is to say of it.
macro_rules! export {
    ($suffix:expr; $(
        $(#[doc = $documentation:literal])*
        fn $function:ident($($argument:ident: $type:ty),* $(,)?) -> $returned:ty $body:block
    )*) => {
        $(
            $(#[doc = $documentation])*
            ///
            /// # Safety
            /// As the header says.
            #[allow(clippy::too_many_arguments, reason = "it is C")]
            #[unsafe(export_name = concat!("gelu_", stringify!($function), $suffix))]
            pub unsafe extern "C" fn $function($($argument: $type),*) -> $returned $body
        )*

        #[cfg(test)]
        pub(crate) const DECLARATIONS: &[Declaration] = &[$(Declaration {
            name: concat!("gelu_", stringify!($function), $suffix),
            documentation: &[$($documentation),*],
            declare: <$returned as InC>::declare,
            arguments: &[$((stringify!($argument), <$type as InC>::declare)),*],
        }),*];
    };
}

/// Exports functions that a generic function of the same name in `lib.rs` does.
macro_rules! export_generic {
    ($element:ty, $suffix:expr; $(
        $(#[doc = $documentation:literal])*
        fn $function:ident($($argument:ident: $type:ty),* $(,)?);
    )*) => {
        export! { $suffix; $(
            $(#[doc = $documentation])*
            fn $function($($argument: $type),*) -> Status {
                // SAFETY: the caller vouches for it.
                crate::guard(|| unsafe { crate::$function::<$element>($($argument),*) })
            }
        )* }
    };
}

/// From one list of element types, each with its name in C: a module of functions for each.
macro_rules! elements {
    ($($module:ident: $element:ty = $name:literal,)*) => {
        in_c!($($element = $name),*);

        $(
            #[doc = concat!("The functions for `", $name, "`.")]
            pub mod $module {
                use super::{Flags, Form, Status};
                #[cfg(test)]
                use super::{Declaration, InC};

                type T = $element;

                export_generic! { T, concat!("_", stringify!($module));
                    /// y = g(x) for n elements. y may be x.
                    fn forward(x: *const T, y: *mut T, n: usize, form: Form, flags: Flags);

                    /// dx = g'(x)*dy for n elements, where x is what went into the forward pass. dx may be dy.
                    fn backward(
                        x: *const T,
                        dy: *const T,
                        dx: *mut T,
                        n: usize,
                        form: Form,
                        flags: Flags,
                    );

                    /// d = g'(x) for n elements. d may be x.
                    fn derivative(x: *const T, d: *mut T, n: usize, form: Form, flags: Flags);

                    /// d = g''(x) for n elements. d may be x.
                    fn second_derivative(x: *const T, d: *mut T, n: usize, form: Form, flags: Flags);

                    /// y = g(x) and d = g'(x) for n elements, sharing the work. y may be x. Then
                    /// d is what a backward pass needs of the x that is lost: dx = d*dy.
                    fn forward_with_derivative(
                        x: *const T,
                        y: *mut T,
                        d: *mut T,
                        n: usize,
                        form: Form,
                        flags: Flags,
                    );

                    /// y = g(x) for so many rows of row elements. A row begins stride elements
                    /// after the one before; strides may differ and are at least row. What lies
                    /// between rows is neither read nor written, but counts where buffers must
                    /// not overlap. y may be x, with the same stride.
                    fn forward_rows(
                        x: *const T,
                        x_stride: usize,
                        y: *mut T,
                        y_stride: usize,
                        rows: usize,
                        row: usize,
                        form: Form,
                        flags: Flags,
                    );

                    /// dx = g'(x)*dy for rows as above. dx may be dy, with the same stride.
                    fn backward_rows(
                        x: *const T,
                        x_stride: usize,
                        dy: *const T,
                        dy_stride: usize,
                        dx: *mut T,
                        dx_stride: usize,
                        rows: usize,
                        row: usize,
                        form: Form,
                        flags: Flags,
                    );
                }
            }
        )*

        #[cfg(test)]
        pub(crate) const ELEMENTS: &[&[Declaration]] = &[$($module::DECLARATIONS),*];
    };
}

elements! {
    f32: f32 = "float",
    f64: f64 = "double",
    f16: half::f16 = "gelu_f16",
    bf16: half::bf16 = "gelu_bf16",
}

export! { "";
    /// The version of the library, such as "0.1.0".
    fn version() -> *const c_char {
        const { c_str(concat!(env!("CARGO_PKG_VERSION"), "\0")) }.as_ptr()
    }

    /// The instruction set that is in use, such as "avx2": the best of the processor, or what
    /// the environment variable GELU_ISA names.
    fn isa() -> *const c_char {
        static NAME: OnceLock<CString> = OnceLock::new();
        NAME.get_or_init(|| CString::new(gelu::Isa::detect().name()).unwrap_or_default()).as_ptr()
    }

    /// What a status means, in English; never NULL.
    fn status_message(status: Status) -> *const c_char {
        status.message().as_ptr()
    }
}

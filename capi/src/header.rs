//! Makes `include/gelu.h` of the exports and the lists of numbers.

use std::fmt::Write;

use crate::exports::{DECLARATIONS, Declaration, ELEMENTS};
use crate::numbers::{Constant, STATUSES, constants};

const HEAD: &str = r#"/*
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
"#;

const TAIL: &str = r"
#ifdef __cplusplus
}
#endif

#endif
";

fn constants(header: &mut String, prefix: &str, list: &[Constant]) {
    let width = list.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    for (name, value, what) in list {
        writeln!(header, "#define GELU_{prefix}{name:width$} UINT32_C({value}) /* {what} */").unwrap();
    }
}

/// Comments are of one line or a block.
fn comment(header: &mut String, lines: &[&str]) {
    match lines {
        [line] => writeln!(header, "\n/*{line} */").unwrap(),
        lines => {
            writeln!(header, "\n/*").unwrap();
            lines.iter().for_each(|line| writeln!(header, " *{line}").unwrap());
            writeln!(header, " */").unwrap();
        }
    }
}

fn declaration(header: &mut String, function: &Declaration) {
    let arguments: Vec<_> = function.arguments.iter().map(|(name, declare)| declare(name)).collect();
    let arguments = if arguments.is_empty() { "void".into() } else { arguments.join(", ") };
    let line = (function.declare)(&format!("{}({arguments});", function.name));
    writeln!(header, "{}", wrapped(&line)).unwrap();
}

/// A declaration in lines of at most 100 characters.
fn wrapped(line: &str) -> String {
    let mut wrapped = String::new();
    let mut length = 0;
    for (i, word) in line.split_inclusive(", ").enumerate() {
        if i > 0 && length + word.trim_end().len() > 100 {
            wrapped.truncate(wrapped.trim_end().len());
            wrapped.push_str("\n    ");
            length = 4;
        }
        wrapped.push_str(word);
        length += word.len();
    }
    wrapped
}

fn header() -> String {
    let mut header = String::from(HEAD);
    writeln!(header, "\n#define GELU_VERSION {:?}", env!("CARGO_PKG_VERSION")).unwrap();
    comment(&mut header, &[" A form of GELU: which g(x) is meant."]);
    writeln!(header, "typedef uint32_t gelu_form;").unwrap();
    constants(&mut header, "FORM_", &constants::forms());
    comment(
        &mut header,
        &[
            " One accuracy, by default that with the value 0, | GELU_SERIAL. Errors are those of g, g' and g'';",
            " g'' has up to 5 ulp of double. With GELU_ACCURACY_RELAXED, a derivative within 0.25 of a root of",
            " it has an absolute error of up to 2^-15, and what is subnormal one of a few units of 2^-149 more.",
        ],
    );
    writeln!(header, "typedef uint32_t gelu_flags;").unwrap();
    constants(&mut header, "ACCURACY_", &constants::accuracies());
    constants(&mut header, "", &[constants::SERIAL]);
    comment(&mut header, &[" How a call went."]);
    writeln!(header, "typedef uint32_t gelu_status;").unwrap();
    constants(&mut header, "STATUS_", STATUSES);
    comment(&mut header, &[" The bits of an IEEE binary16, and those of the first half of a binary32."]);
    writeln!(header, "typedef uint16_t gelu_f16;\ntypedef uint16_t gelu_bf16;").unwrap();
    for function in DECLARATIONS {
        comment(&mut header, function.documentation);
        declaration(&mut header, function);
    }
    for (i, first) in ELEMENTS[0].iter().enumerate() {
        comment(&mut header, first.documentation);
        ELEMENTS.iter().for_each(|functions| declaration(&mut header, &functions[i]));
    }
    header + TAIL
}

#[test]
fn the_header_is_that_of_the_code() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/include/gelu.h");
    if std::env::var_os("UPDATE_TABLES").is_some() {
        std::fs::write(path, header()).expect("written");
    }
    let committed = std::fs::read_to_string(path).expect("the header is there");
    assert_eq!(committed, header(), "out of date: UPDATE_TABLES=1 cargo test --package gelu-capi");
}

//! The example program on good and bad files.

#[allow(dead_code, reason = "its main function")]
#[path = "../examples/activate.rs"]
mod activate;

use std::path::Path;

use activate::Arguments;
use clap::Parser;
use gelu::{Accuracy, Form, Gelu};
use npyz::WriterBuilder;

fn run(arguments: &[&str]) -> Result<String, String> {
    let arguments = ["activate"].iter().chain(arguments);
    activate::run(&Arguments::parse_from(arguments))
        .map(|(report, within_bound)| {
            assert!(within_bound, "{report}");
            report
        })
        .map_err(|error| error.to_string())
}

fn npy<T: npyz::AutoSerialize + Copy>(path: &Path, shape: &[u64], order: npyz::Order, values: &[T]) {
    let file = std::fs::File::create(path).unwrap();
    let options = npyz::WriteOptions::new().default_dtype().shape(shape).order(order);
    let mut writer = options.writer(file).begin_nd().unwrap();
    writer.extend(values.iter().copied()).unwrap();
    writer.finish().unwrap();
}

#[test]
fn the_sample() {
    assert!(run(&["--threads", "1"]).unwrap().contains("threads 1\n"));
    let report = run(&["--threads", "3"]).unwrap();
    for part in
        ["[41, 1536]", "threads 3", "gelu, exact, fast", "scalar baseline", "memory pass", "ulp at x ="]
    {
        assert!(report.contains(part), "no {part} in {report}");
    }
}

#[test]
fn a_file_becomes_another() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("x.npy"), folder.path().join("y.npy"));
    let x: Vec<f32> = (0..35).map(|i| i as f32 * 0.3 - 6.0).collect();
    npy(&input, &[5, 7], npyz::Order::C, &x);
    let paths = [input.to_str().unwrap(), output.to_str().unwrap()];
    let report =
        run(&[&paths[..], &["--form", "tanh", "--accuracy", "precise", "--isa", "portable"]].concat())
            .unwrap();
    assert!(report.contains("instruction set portable"), "{report}");
    let written = npyz::NpyFile::new(std::fs::File::open(&output).unwrap()).unwrap();
    assert_eq!(written.shape(), [5, 7]);
    let mut expected = x.clone();
    let portable = Gelu::new(Form::Tanh).accuracy(Accuracy::Precise).isa(gelu::Isa::Portable).unwrap();
    portable.forward_inplace(&mut expected);
    assert_eq!(written.into_vec::<f32>().unwrap(), expected);
    // The output may be the input.
    run(&[paths[0], paths[0], "--form", "tanh", "--accuracy", "precise", "--isa", "portable"]).unwrap();
    assert_eq!(std::fs::read(&input).unwrap(), std::fs::read(&output).unwrap());
}

#[test]
fn bad_files_are_named_and_the_output_is_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    npy(&path("f64.npy"), &[2], npyz::Order::C, &[1.0_f64, 2.0]);
    npy(&path("i32.npy"), &[2], npyz::Order::C, &[1_i32, 2]);
    npy(&path("fortran.npy"), &[2, 2], npyz::Order::Fortran, &[1.0_f32; 4]);
    npy(&path("whole.npy"), &[100], npyz::Order::C, &[1.0_f32; 100]);
    let whole = std::fs::read(path("whole.npy")).unwrap();
    std::fs::write(path("truncated.npy"), &whole[..whole.len() - 3]).unwrap();
    std::fs::write(path("two.npy"), [&whole[..], &whole].concat()).unwrap();
    let header = |shape: &str| {
        let text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape}), }}");
        [b"\x93NUMPY\x01\x00\x76\x00", format!("{text:117}\n").as_bytes(), &[0; 8]].concat()
    };
    std::fs::write(path("huge.npy"), header("4294967296, 4294967296")).unwrap();
    std::fs::write(path("text.npy"), "not an array").unwrap();
    std::fs::write(path("empty.npy"), "").unwrap();
    let output = path("output.npy");
    std::fs::write(&output, "precious").unwrap();
    let bad = [
        ("f64.npy", "float32"),
        ("i32.npy", "float32"),
        ("fortran.npy", "Fortran"),
        ("truncated.npy", "shape [100]"),
        ("two.npy", "more in the file"),
        ("huge.npy", "shorter than its shape"),
        ("text.npy", "text.npy"),
        ("empty.npy", "empty.npy"),
        ("missing.npy", "missing.npy"),
    ];
    for (name, expected) in bad {
        let error = run(&[path(name).to_str().unwrap(), output.to_str().unwrap()]).expect_err(name);
        assert!(error.contains(name) && error.contains(expected), "{error}");
        assert_eq!(std::fs::read(&output).unwrap(), b"precious", "{name}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 10, "no file is left behind");
}

#[test]
fn shapes_without_elements_and_without_dimensions() {
    let folder = tempfile::tempdir().unwrap();
    for (name, shape, values) in [("none.npy", &[0, 3][..], vec![]), ("scalar.npy", &[], vec![-1.0_f32])] {
        let path = folder.path().join(name);
        npy(&path, shape, npyz::Order::C, &values);
        run(&[path.to_str().unwrap(), path.to_str().unwrap()]).unwrap();
        let written = npyz::NpyFile::new(std::fs::File::open(&path).unwrap()).unwrap();
        assert_eq!((written.shape(), written.len()), (shape, values.len() as u64));
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_permissions_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    npy(&path("x.npy"), &[2], npyz::Order::C, &[1.0_f32, -1.0]);
    std::fs::set_permissions(path("x.npy"), std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink(path("x.npy"), path("link.npy")).unwrap();
    run(&[path("x.npy").to_str().unwrap(), path("link.npy").to_str().unwrap()]).unwrap();
    assert!(path("link.npy").is_symlink());
    assert_eq!(std::fs::metadata(path("x.npy")).unwrap().permissions().mode() & 0o777, 0o640);
    let written = npyz::NpyFile::new(std::fs::File::open(path("x.npy")).unwrap()).unwrap();
    assert!(written.into_vec::<f32>().unwrap()[1] < -0.15);
}

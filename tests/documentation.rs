//! Tables in the documentation are what the code says.

use std::path::Path;

use gelu::bounds::{self, Bound, ElementType, Measure, Quantity};
use gelu::{Accuracy, Form, misrounded};

/// Compares the part of a file between two markers with what it should be; with `UPDATE_TABLES` set in
/// the environment, writes it.
fn check(file: &str, marker: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(&path).expect("the file is there");
    let (start, end) = (format!("<!-- {marker} -->\n"), format!("<!-- end of {marker} -->"));
    let from = text.find(&start).expect("the marker is there") + start.len();
    let to = text.find(&end).expect("the end marker is there");
    if std::env::var_os("UPDATE_TABLES").is_some() {
        std::fs::write(&path, format!("{}{expected}{}", &text[..from], &text[to..])).expect("written");
    } else {
        assert_eq!(&text[from..to], expected, "{file} is out of date: CONTRIBUTING says how to update it");
    }
}

/// One test for all tables, since they share files.
#[test]
fn tables_in_the_documentation_are_those_of_the_code() {
    check("README.md", "bounds", &bounds::Table.to_string());
    check("kernels/src/bounds.md", "bounds", &bounds::Table.to_string());
    check("README.md", "misrounded", &misrounded::Table.to_string());
    check("kernels/src/misrounded.md", "misrounded", &misrounded::Table.to_string());
}

#[test]
fn every_form_and_accuracy_has_bounds_that_keep_the_promise() {
    for element in [ElementType::F32, ElementType::F64] {
        for &quantity in Quantity::ALL {
            for &form in Form::ALL {
                for &accuracy in Accuracy::ALL {
                    for fused in [false, true] {
                        let bounds: Vec<_> = Bound::of(element, quantity, form, accuracy, fused).collect();
                        let relative = element == ElementType::F32 && accuracy == Accuracy::Relaxed;
                        let measures: &[Measure] = match quantity {
                            _ if !relative => &[Measure::Ulp],
                            Quantity::Value => &[Measure::Relative, Measure::Subnormal],
                            _ => &[Measure::Relative, Measure::NearRoot, Measure::Subnormal],
                        };
                        let found: Vec<_> = bounds.iter().map(|bound| bound.measure).collect();
                        assert_eq!(found, measures, "{element} {quantity} {form} {accuracy}");
                        for bound in bounds {
                            assert!(bound.error <= bound.promise(), "{bound:?}");
                        }
                    }
                }
            }
        }
    }
}

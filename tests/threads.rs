//! Dividing work over threads and rows changes no bit and touches nothing else.
#![cfg(feature = "rayon")]

use std::process::Command;
use std::sync::LazyLock;

use gelu::{Accuracy, Form, Gelu, Rows};
use proptest::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

static POOLS: LazyLock<Vec<ThreadPool>> = LazyLock::new(|| {
    [1, 2, 3, 7]
        .map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool"))
        .into_iter()
        .collect()
});

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|y| if y.is_nan() { f32::NAN.to_bits() } else { y.to_bits() }).collect()
}

/// Values over all exponents and both signs, some of them NaN.
fn values(length: usize, seed: u32) -> Vec<f32> {
    (0..length as u32).map(|i| f32::from_bits((i ^ seed).wrapping_mul(2_654_435_769))).collect()
}

fn any_gelu() -> impl Strategy<Value = Gelu> {
    (prop::sample::select(Form::ALL), prop::sample::select(Accuracy::ALL), prop::option::of(1_usize..2000))
        .prop_map(|(form, accuracy, grain)| {
            let gelu = Gelu::new(form).accuracy(accuracy);
            grain.map_or(gelu, |grain| gelu.grain(grain))
        })
}

/// Runs everything that divides on buffers of a shape, and returns all that is written, what lies between
/// the rows included.
fn everything(gelu: Gelu, offset: usize, [rows, row, stride]: [usize; 3], seed: u32) -> Vec<u32> {
    let needed = offset + if rows == 0 { 0 } else { (rows - 1) * stride + row } + 5;
    let (x, dy) = (values(needed, seed), values(needed, !seed));
    let view = |data| Rows::<&[f32]>::new(data, rows, row, stride);
    let mut all = Vec::new();
    let mut write = |start: &[f32], operation: &dyn Fn(&mut [f32])| {
        let mut buffer = start.to_vec();
        operation(&mut buffer[offset..]);
        all.extend(bits(&buffer));
    };
    let (x_part, dy_part) = (&x[offset..], &dy[offset..]);
    write(&x, &|y| gelu.forward_inplace(y));
    write(&x, &|y| gelu.derivative_inplace(y));
    write(&x, &|y| gelu.second_derivative_inplace(y));
    write(&dy, &|y| gelu.forward(x_part, y));
    write(&dy, &|y| gelu.backward_inplace(x_part, y));
    write(&x, &|y| gelu.backward(x_part, dy_part, y));
    write(&x, &|d| gelu.forward_with_derivative(&mut d.to_vec(), d));
    write(&x, &|y| gelu.forward_with_derivative(y, &mut y.to_vec()));
    write(&x, &|y| gelu.forward_rows_inplace(Rows::new(y, rows, row, stride)));
    write(&dy, &|y| gelu.forward_rows(view(x_part), Rows::new(y, rows, row, stride)));
    write(&dy, &|y| gelu.backward_rows_inplace(view(x_part), Rows::new(y, rows, row, stride)));
    write(&x, &|y| gelu.backward_rows(view(x_part), view(dy_part), Rows::new(y, rows, row, stride)));
    all
}

proptest! {
    #[test]
    fn no_bit_changes(
        gelu in any_gelu(),
        offset in 0_usize..40,
        (rows, row, gap) in prop_oneof![
            (0_usize..4, 0_usize..6000, 0_usize..40),
            (0_usize..300, 0_usize..40, 0_usize..40),
            (1_usize..2, 30_000_usize..80_000, Just(0)),
        ],
        seed: u32,
    ) {
        let shape = [rows, row, row + gap];
        let serial = everything(gelu.serial(), offset, shape, seed);
        for pool in POOLS.iter() {
            let divided = pool.install(|| everything(gelu, offset, shape, seed));
            prop_assert!(divided == serial, "{} threads", pool.current_num_threads());
        }
        prop_assert!(everything(gelu, offset, shape, seed) == serial, "outside of a pool");
    }

    /// Views of different strides, against each row by itself.
    #[test]
    fn rows_are_slices(
        gelu in any_gelu(),
        (rows, row) in (0_usize..50, 0_usize..200),
        gaps in [0_usize..40, 0_usize..40, 0_usize..40],
        seed: u32,
    ) {
        let [x_stride, dy_stride, dx_stride] = gaps.map(|gap| row + gap);
        let [x, dy] = [x_stride, dy_stride].map(|stride| values(rows * stride + row, seed ^ stride as u32));
        let [mut y, mut dx] = [vec![7.0; rows * dx_stride + row], vec![7.0; rows * dx_stride + row]];
        let (mut expected_y, mut expected_dx) = (y.clone(), dx.clone());
        for i in 0..rows {
            let (x, dy) = (&x[i * x_stride..][..row], &dy[i * dy_stride..][..row]);
            gelu.forward(x, &mut expected_y[i * dx_stride..][..row]);
            gelu.backward(x, dy, &mut expected_dx[i * dx_stride..][..row]);
        }
        let x = Rows::new(&x[..], rows, row, x_stride);
        gelu.forward_rows(x, Rows::new(&mut y[..], rows, row, dx_stride));
        prop_assert_eq!(bits(&y), bits(&expected_y));
        gelu.backward_rows(x, Rows::new(&dy[..], rows, row, dy_stride), Rows::new(&mut dx[..], rows, row, dx_stride));
        prop_assert_eq!(bits(&dx), bits(&expected_dx));
    }
}

#[test]
fn a_panic_elsewhere_in_the_pool_loses_nothing() {
    let pool = &POOLS[1];
    let x = values(1 << 20, 5);
    let mut expected = x.clone();
    Gelu::new(Form::Exact).serial().forward_inplace(&mut expected);
    let mut y = x;
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        pool.install(|| {
            rayon::join(
                || Gelu::new(Form::Exact).grain(1000).forward_inplace(&mut y),
                || panic!("this one is meant"),
            )
        });
    }));
    assert!(panicked.is_err());
    assert!(bits(&y) == bits(&expected));
    // And the pool goes on.
    let mut again = values(1 << 20, 5);
    pool.install(|| Gelu::new(Form::Exact).forward_inplace(&mut again));
    assert!(bits(&again) == bits(&expected));
}

/// Not a test by itself: divides a buffer, for the test below, which runs it where no thread can be started.
#[test]
fn divides_a_buffer() {
    let x = values(1 << 18, 3);
    let (mut y, mut expected) = (x.clone(), x);
    Gelu::new(Form::Exact).forward_inplace(&mut y);
    Gelu::new(Form::Exact).serial().forward_inplace(&mut expected);
    assert!(bits(&y) == bits(&expected));
    println!("a pool: {}", std::panic::catch_unwind(rayon::current_num_threads).is_ok());
}

/// Where all other threads are busy, here with something that waits for the caller, it waits for none of them.
#[test]
fn busy_threads_are_not_waited_for() {
    let pool = &POOLS[2];
    let held = std::sync::Arc::new(std::sync::Mutex::new(()));
    let guard = held.lock().expect("nobody panicked");
    for _ in 0..pool.current_num_threads() - 1 {
        let held = held.clone();
        pool.spawn(move || drop(held.lock()));
    }
    let (mut y, mut expected) = (values(1 << 18, 3), values(1 << 18, 3));
    Gelu::new(Form::Exact).serial().forward_inplace(&mut expected);
    for _ in 0..10_000 {
        pool.install(|| Gelu::new(Form::Exact).grain(1000).forward_inplace(&mut y[..3000]));
    }
    y.copy_from_slice(&values(1 << 18, 3));
    pool.install(|| Gelu::new(Form::Exact).forward_inplace(&mut y));
    assert!(bits(&y) == bits(&expected));
    drop(guard);
}

/// With an address space too small for the stacks of so many threads.
#[test]
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn where_no_pool_can_be_built_the_calling_thread_does_it() {
    let this = std::env::current_exe().expect("a test has a file");
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 400000 && exec \"$0\" --exact divides_a_buffer --nocapture"])
        .arg(this)
        .env("RAYON_NUM_THREADS", "2000")
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success() && stdout.contains("1 passed"), "{stdout}{stderr}");
    // Otherwise there was a pool, and nothing was tested.
    assert!(stdout.contains("a pool: false"), "{stdout}{stderr}");
}

#[test]
fn shapes_that_cannot_be_are_named_and_nothing_is_written() {
    let gelu = Gelu::new(Form::Exact);
    type Call = fn(Gelu, &mut [f32]);
    let calls: [(Call, &[&str]); 6] = [
        (|gelu, y| gelu.forward_rows_inplace(Rows::new(y, 2, 5, 4)), &["5", "4"]),
        (|gelu, y| gelu.forward_rows_inplace(Rows::new(y, 3, 10, 17)), &["3", "10", "17", "43"]),
        (|gelu, y| gelu.forward_rows_inplace(Rows::new(y, usize::MAX, 10, 17)), &["10", "17", "43"]),
        (
            |gelu, y| gelu.forward_rows(Rows::new(&[1.0; 40][..], 4, 10, 10), Rows::new(y, 4, 9, 10)),
            &["4 rows of 10", "4 of 9"],
        ),
        (
            |gelu, y| {
                let x = Rows::new(&[1.0; 40][..], 4, 10, 10);
                gelu.backward_rows_inplace(x, Rows::new(y, 3, 10, 10));
            },
            &["4 rows of 10", "3 of 10"],
        ),
        (
            |gelu, y| {
                let x = Rows::new(&[1.0; 40][..], 4, 10, 10);
                gelu.backward_rows(x, Rows::new(&[1.0; 40][..], 2, 20, 20), Rows::new(y, 4, 10, 10));
            },
            &["4 rows of 10", "2 of 20"],
        ),
    ];
    for (call, numbers) in calls {
        let mut y = [7.0; 43];
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| call(gelu, &mut y)));
        let message = *panic.expect_err("it panics").downcast::<String>().expect("with a message");
        assert!(numbers.iter().all(|number| message.contains(number)), "{message}");
        assert_eq!(y, [7.0; 43]);
    }
}

#[test]
fn shapes_without_elements() {
    let gelu = Gelu::new(Form::Exact);
    for (rows, row, stride) in [(0, 0, 0), (0, 5, 8), (3, 0, 0), (usize::MAX, 0, 4), (1, 0, 7)] {
        gelu.forward_rows_inplace::<f32>(Rows::new(&mut [], rows, row, stride));
        gelu.forward_rows::<f32>(Rows::new(&[], rows, row, stride), Rows::new(&mut [], rows, row, stride));
    }
    let error = Rows::<&[f32]>::try_new(&[1.0; 9], 2, 5, 5).unwrap_err();
    assert_eq!(error.to_string(), "2 rows of 5 elements, 5 apart, don't fit into 9 elements");
    assert!(std::panic::catch_unwind(|| gelu.grain(0)).is_err());
}

// The inner loops of fitSoftmax, in AssemblyScript. product-kernel.ts compiles it when a training starts.
// Widths are multiples of 16 floats; the padding is zero.

/** Writes the product of a row with each of `classes` rows of weights to `out`. Four classes share each load of the row. */
export function scores(row: usize, weights: usize, classes: i32, width: i32, out: usize): void {
  const bytes = <usize>width << 2;
  let one = 0;
  for (; one + 4 <= classes; one += 4) {
    const second = weights + bytes;
    const third = second + bytes;
    const fourth = third + bytes;
    let a = f32x4.splat(0);
    let b = f32x4.splat(0);
    let c = f32x4.splat(0);
    let d = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const here = v128.load(row + at);
      a = f32x4.add(a, f32x4.mul(here, v128.load(weights + at)));
      b = f32x4.add(b, f32x4.mul(here, v128.load(second + at)));
      c = f32x4.add(c, f32x4.mul(here, v128.load(third + at)));
      d = f32x4.add(d, f32x4.mul(here, v128.load(fourth + at)));
    }
    store<f32>(out, lanes(a));
    store<f32>(out, lanes(b), 4);
    store<f32>(out, lanes(c), 8);
    store<f32>(out, lanes(d), 12);
    out += 16;
    weights = fourth + bytes;
  }
  for (; one < classes; one++) {
    let a = f32x4.splat(0);
    let b = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 32) {
      a = f32x4.add(a, f32x4.mul(v128.load(row + at), v128.load(weights + at)));
      b = f32x4.add(b, f32x4.mul(v128.load(row + at, 16), v128.load(weights + at, 16)));
    }
    store<f32>(out, lanes(f32x4.add(a, b)));
    out += 4;
    weights += bytes;
  }
}

@inline
function lanes(sum: v128): f32 {
  return (
    f32x4.extract_lane(sum, 0) +
    f32x4.extract_lane(sum, 1) +
    f32x4.extract_lane(sum, 2) +
    f32x4.extract_lane(sum, 3)
  );
}

/** Adds a row, times `factor`, to `to`. */
export function addTo(row: usize, to: usize, width: i32, factor: f32): void {
  const bytes = <usize>width << 2;
  const factors = f32x4.splat(factor);
  for (let at: usize = 0; at < bytes; at += 32) {
    const here = row + at;
    const there = to + at;
    v128.store(there, f32x4.add(v128.load(there), f32x4.mul(v128.load(here), factors)));
    v128.store(there, f32x4.add(v128.load(there, 16), f32x4.mul(v128.load(here, 16), factors)), 16);
  }
}

// Right-hand sides of the paper and of ours, named as in sparseact.bounds and with the same
// arguments; a test holds each against its namesake.
const bounds = {
  lemma_9: (n, s, k, W, B) => k ** 4 * W ** 2 * Math.sqrt(n) * Math.log(n * s)
    + k ** 3 * B ** 2 * Math.sqrt(Math.log(s)),
  theorem_a_min: (s, k, W) => Math.min(2 * k, s) ** 2 * W ** 2,
  theorem_8_degree: (n, s, k, W, B, epsilon) =>
    (k ** 8 * W ** 4 * Math.log(n * s) ** 4 + k ** 6 * B ** 4 * Math.log(s)) / epsilon ** 2,
  theorem_c_degree: (k, W, epsilon) => Math.max(Math.ceil(4 * k ** 2 * W ** 2 / epsilon) - 1, 0),
  n_monomials: (n, d) => {
    let term = 1, sum = 1;
    for (let t = 1; t <= Math.min(n, d); t += 1) sum += term *= (n - t + 1) / t;
    return sum;
  },
  sup_norm: (n, k, W, B) => k * (W * Math.sqrt(n) + B),
  lemma_7_samples: (n, d, C, epsilon, delta) => n ** d * (C ** 2 / epsilon) * -Math.log(delta),
  regression_samples: (n, d, delta) => {
    const N = bounds.n_monomials(n, d);
    // The next whole number, as δ is no fraction with a power of two below.
    return Math.floor(Math.max(2 * N * Math.log(2 * N / delta) / (1 - Math.LN2), 8 * N / delta)) + 1;
  },
  eq_15: (n, s, k, m, R, W, B) => bounds.conj_20(s, k, m, R, W, B)
    * Math.sqrt(n * Math.log(k * m * (R + B))),
  conj_20: (s, k, m, R, W, B) => (W * R + B) * Math.sqrt(s * k) / Math.sqrt(m),
  theorem_j: (s, k, m, R, W, B) => 13 * bounds.conj_20(s, k, m, R, W, B)
    * Math.sqrt(Math.log(2 * m)),
};

{
  const DELTA = 0.05;
  const form = document.getElementById("sizes");
  // Where a slider stands, and the size that this means.
  const sizes = {
    n: (at) => Math.round(10 ** at), s: (at) => Math.round(10 ** at), k: (at) => Math.round(10 ** at),
    W: Number, B: Number, epsilon: (at) => 2 ** -at, m: (at) => Math.round(10 ** at),
  };
  const written = (number) => {
    if (number === Infinity) return "more than 10³⁰⁸";
    if (number < 1e6) return String(Number(number.toPrecision(4)));
    const digits = String(Math.floor(Math.log10(number)));
    const power = [...digits].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");
    return `${(number / 10 ** Number(digits)).toPrecision(3)} · 10${power}`;
  };
  const show = () => {
    const at = Object.fromEntries(Object.entries(sizes).map(
      ([name, size]) => [name, size(form.elements[name].value)]));
    at.k = Math.min(at.k, at.s);
    for (const [name, size] of Object.entries(at)) {
      form.elements[name].nextElementSibling.textContent = written(size);
      form.elements[name].setAttribute("aria-valuetext", written(size));
    }
    const { n, s, k, W, B, epsilon, m } = at, R = Math.sqrt(n);
    const d = bounds.theorem_8_degree(n, s, k, W, B, epsilon);
    const ours = bounds.theorem_c_degree(k, W, epsilon);
    const cells = {
      sensitivity: [bounds.lemma_9(n, s, k, W, B), bounds.theorem_a_min(s, k, W)],
      degree: [d, ours],
      monomials: [bounds.n_monomials(n, d), bounds.n_monomials(n, ours)],
      samples: [bounds.lemma_7_samples(n, d, bounds.sup_norm(n, k, W, B), epsilon, DELTA),
        bounds.regression_samples(n, ours, DELTA)],
      complexity: [bounds.eq_15(n, s, k, m, R, W, B), bounds.theorem_j(s, k, m, R, W, B)],
    };
    for (const [name, pair] of Object.entries(cells)) {
      const row = document.getElementById(name);
      pair.forEach((number, i) => { row.cells[i + 1].firstElementChild.textContent = written(number); });
    }
    const all = "A degree of n or more is every function on the cube: that bound says nothing here.";
    document.getElementById("says").textContent = ours >= n ? `${all} This is so of both degrees.`
      : d >= n ? `${all} This is so of the paper’s degree, and not of ours.` : "Both degrees are below n.";
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  show();
}

/* Disturb every result of BLAS and LAPACK.
 *
 * Loaded with LD_PRELOAD, this library stands before the BLAS and LAPACK that NumPy and
 * SciPy bring along. A routine of the list RESULTS is called as it is, and then each
 * number that it wrote is multiplied by 1 + e, e uniform in ±1e-13 (±2^-21 for float32,
 * which changes the last bits). Copies pass. Every other routine ends the process with
 * its name, so that no result comes through undisturbed. Calls that a routine makes to
 * others are left alone.
 *
 * It is compiled with -DROUTINES="file", whose lines are ROUTINE(number, library, name)
 * for all routines of the two libraries, and with -DNUMPY_BLAS="…" and -DSCIPY_BLAS="…",
 * the libraries' paths. x86-64 with the System V calling convention.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 24 /* arguments on the stack that are passed on */

/* ------------------------------------------------------------------- a call */

struct call {
    int wide;       /* integers have 64 bits (NumPy's library) */
    int cblas;      /* integers come by value, not by address */
    int single_;    /* numbers are float32 */
    int64_t argument[6 + WORDS];
    double result;  /* what the routine returned in xmm0 */
};

static __thread uint64_t state = 88172645463325252u;

static double uniform(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(int64_t)state / 9223372036854775808.0;
}

static void number(const struct call *c, void *array, int64_t i)
{
    if (c->single_)
        ((float *)array)[i] *= (float)(1 + 0x1p-21 * uniform());
    else
        ((double *)array)[i] *= 1 + 1e-13 * uniform();
}

static int64_t integer(const struct call *c, int i)
{
    int64_t value = c->argument[i];
    if (!c->cblas)
        return c->wide ? *(int64_t *)value : *(int32_t *)value;
    return c->wide ? value : (int32_t)value;
}

static char letter(const struct call *c, int i) { return *(char *)c->argument[i] & ~0x20; }

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a < b ? b : a; }

/* Disturb the rows × columns numbers of a matrix by columns, `step` apart. */
static void matrix(struct call *c, int i, int64_t rows, int64_t columns, int64_t step)
{
    void *array = (void *)c->argument[i];
    for (int64_t column = 0; column < columns; column++)
        for (int64_t row = 0; row < rows; row++)
            number(c, array, column * step + row);
}

static void vector(struct call *c, int i, int64_t size, int64_t step)
{
    matrix(c, i, 1, size, step < 0 ? -step : step);
}

static void scalar(struct call *c) { number(c, &c->result, 0); }

/* --------------------------------------------- routines and what they write */

#define I(i) integer(c, i)
#define L(i) letter(c, i)
#define BY_ROWS (I(0) == 101)
#define IS_QUERY(i) (I(i) == -1) /* a call that asks for the size of the workspace */

/* R(name, where its results are), without the letter of the type; cblas_ marks that interface. */
#define RESULTS(R) \
    R(cblas_dot, scalar(c)) \
    R(cblas_gemv, vector(c, 8, (I(1) == 111) ? I(2) : I(3), I(9))) \
    R(cblas_gemm, BY_ROWS ? matrix(c, 10, I(4), I(3), I(11)) : matrix(c, 10, I(3), I(4), I(11))) \
    R(cblas_syrk, matrix(c, 7, I(3), I(3), I(8))) \
    R(nrm2, scalar(c)) \
    R(gemm, matrix(c, 11, I(2), I(3), I(12))) \
    R(potrf, matrix(c, 2, I(1), I(1), I(3))) \
    R(trtri, matrix(c, 3, I(2), I(2), I(4))) \
    R(potrs, matrix(c, 5, I(1), I(2), I(6))) \
    R(trtrs, matrix(c, 7, I(3), I(4), I(8))) \
    R(gesv, matrix(c, 2, I(0), I(0), I(3)); matrix(c, 5, I(0), I(1), I(6))) \
    R(gelsd, if (!IS_QUERY(11)) { \
        matrix(c, 5, most(I(0), I(1)), I(2), I(6)); vector(c, 7, least(I(0), I(1)), 1); }) \
    R(gesdd, if (!IS_QUERY(11)) singular_vectors(c)) \
    R(syevd, if (!IS_QUERY(7)) { \
        vector(c, 5, I(2), 1); if (L(0) == 'V') matrix(c, 3, I(2), I(2), I(4)); }) \
    R(syevr, if (!IS_QUERY(17)) { \
        vector(c, 12, I(11), 1); if (L(0) == 'V') matrix(c, 13, I(3), I(11), I(14)); }) \
    R(geqrf, if (!IS_QUERY(6)) { \
        matrix(c, 2, I(0), I(1), I(3)); vector(c, 4, least(I(0), I(1)), 1); }) \
    R(orgqr, if (!IS_QUERY(7)) matrix(c, 3, I(0), I(1), I(4)))

static void singular_vectors(struct call *c)
{
    int64_t m = I(1), n = I(2), short_ = least(m, n);
    vector(c, 5, short_, 1);
    if (L(0) == 'N')
        return;
    matrix(c, 6, m, (L(0) == 'A') ? m : short_, I(7));
    matrix(c, 8, (L(0) == 'A') ? n : short_, n, I(9));
}

#define DEFINE(name, results) static void after_##name(struct call *c) { results; }
RESULTS(DEFINE)

static const struct { const char *name; void (*disturb)(struct call *); } results[] = {
#define ENTRY(name, results) {#name, after_##name},
    RESULTS(ENTRY)
};

/* ----------------------------------------------------------- finding routines */

enum kind { UNKNOWN, PASSES, DISTURBED, TRAPPED };

static struct routine {
    const char *name;
    int numpy;
    enum kind kind;
    void *real;
    void (*disturb)(struct call *);
    struct call form;
} routines[] = {
#define ROUTINE(i, in_numpy, symbol) {#symbol, in_numpy, UNKNOWN, 0, 0, {0}},
#include ROUTINES
#undef ROUTINE
};

/* Take "scipy_", the letter of the type and the ending "_", "64_" or "_64_" off the name,
 * and look the rest up; only the types s and d are known. */
static void find(struct routine *r)
{
    static void *libraries[2];
    void **library = &libraries[r->numpy];
    if (!*library)
        *library = dlopen(r->numpy ? NUMPY_BLAS : SCIPY_BLAS, RTLD_LAZY | RTLD_LOCAL);
    r->real = *library ? dlsym(*library, r->name) : NULL;
    if (!r->real) {
        fprintf(stderr, "blas_shim: %s is not to be found\n", r->name);
        abort();
    }
    const char *name = r->name + strlen("scipy_");
    int cblas = !strncmp(name, "cblas_", 6);
    size_t ending = (r->numpy ? 3 : 0) + (cblas ? 0 : 1), length = strlen(name);
    char base[128];
    snprintf(base, sizeof base, "%.*s", (int)(length > ending ? length - ending : 0), name);
    char *letter_ = base + (cblas ? 6 : 0), type = *letter_;
    memmove(letter_, letter_ + 1, strlen(letter_));
    r->kind = strcmp(base, "copy") ? TRAPPED : PASSES;
    r->form = (struct call){.wide = r->numpy, .cblas = cblas, .single_ = type == 's'};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if ((type == 's' || type == 'd') && !strcmp(base, results[i].name)) {
            r->kind = DISTURBED;
            r->disturb = results[i].disturb;
        }
}

/* ------------------------------------------------------- what the stubs call */

static __thread int depth;

/* Return the routine, and whether its result is to be disturbed. */
struct chosen { void *real; int64_t disturbed; };

__attribute__((used, visibility("hidden"))) struct chosen blas_shim_before(int64_t i)
{
    struct routine *r = &routines[i];
    if (r->kind == UNKNOWN)
        find(r);
    if (depth || r->kind == PASSES)
        return (struct chosen){r->real, 0};
    if (r->kind == TRAPPED) {
        fprintf(stderr, "blas_shim: %s is called, and no result of it is disturbed\n", r->name);
        abort();
    }
    depth++;
    return (struct chosen){r->real, 1};
}

__attribute__((used, visibility("hidden"))) double blas_shim_after(
    int64_t i, const int64_t *registers, const int64_t *stack, double result)
{
    struct routine *r = &routines[i];
    struct call c = r->form;
    memcpy(c.argument, registers, 6 * sizeof *registers);
    memcpy(c.argument + 6, stack, WORDS * sizeof *stack);
    c.result = result;
    r->disturb(&c);
    depth--;
    return c.result;
}

/* A stub puts its number into r11. The frame, from rbp down: xmm0-7, the six registers,
 * the number, rax. */
__asm__(
    ".text\n"
    "blas_shim_enter:\n"
    "  push %rbp\n"
    "  mov %rsp, %rbp\n"
    "  sub $128, %rsp\n"
    "  movsd %xmm0, -64(%rbp)\n  movsd %xmm1, -56(%rbp)\n"
    "  movsd %xmm2, -48(%rbp)\n  movsd %xmm3, -40(%rbp)\n"
    "  movsd %xmm4, -32(%rbp)\n  movsd %xmm5, -24(%rbp)\n"
    "  movsd %xmm6, -16(%rbp)\n  movsd %xmm7, -8(%rbp)\n"
    "  mov %rdi, -112(%rbp)\n  mov %rsi, -104(%rbp)\n  mov %rdx, -96(%rbp)\n"
    "  mov %rcx, -88(%rbp)\n  mov %r8, -80(%rbp)\n  mov %r9, -72(%rbp)\n"
    "  mov %r11, -120(%rbp)\n  mov %rax, -128(%rbp)\n"
    "  mov %r11, %rdi\n"
    "  call blas_shim_before\n"
    "  mov %rax, %r11\n"
    "  mov %rdx, %r10\n"
    "  test %r10, %r10\n"
    "  jz 2f\n"
    "  sub $192, %rsp\n" /* 8·WORDS */
    "  xor %ecx, %ecx\n"
    "1:\n"
    "  mov 16(%rbp,%rcx,8), %rax\n"
    "  mov %rax, (%rsp,%rcx,8)\n"
    "  inc %ecx\n"
    "  cmp $24, %ecx\n" /* WORDS */
    "  jne 1b\n"
    "2:\n"
    "  movsd -64(%rbp), %xmm0\n  movsd -56(%rbp), %xmm1\n"
    "  movsd -48(%rbp), %xmm2\n  movsd -40(%rbp), %xmm3\n"
    "  movsd -32(%rbp), %xmm4\n  movsd -24(%rbp), %xmm5\n"
    "  movsd -16(%rbp), %xmm6\n  movsd -8(%rbp), %xmm7\n"
    "  mov -112(%rbp), %rdi\n  mov -104(%rbp), %rsi\n  mov -96(%rbp), %rdx\n"
    "  mov -88(%rbp), %rcx\n  mov -80(%rbp), %r8\n  mov -72(%rbp), %r9\n"
    "  mov -128(%rbp), %rax\n"
    "  test %r10, %r10\n"
    "  jnz 3f\n"
    "  leave\n"
    "  jmp *%r11\n"
    "3:\n"
    "  call *%r11\n"
    "  mov %rax, -128(%rbp)\n"
    "  mov -120(%rbp), %rdi\n"
    "  lea -112(%rbp), %rsi\n"
    "  lea 16(%rbp), %rdx\n"
    "  call blas_shim_after\n"
    "  mov -128(%rbp), %rax\n"
    "  leave\n"
    "  ret\n");

#define ROUTINE(i, in_numpy, symbol) \
    __asm__(".globl " #symbol "\n.type " #symbol ", @function\n" #symbol ":\n" \
            "  mov $" #i ", %r11d\n  jmp blas_shim_enter\n");
#include ROUTINES

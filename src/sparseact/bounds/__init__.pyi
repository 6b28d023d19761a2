from .appendix_a import (
    appendix_a_gamma as appendix_a_gamma,
)
from .appendix_a import (
    appendix_a_mean_square as appendix_a_mean_square,
)
from .appendix_a import (
    appendix_a_probability as appendix_a_probability,
)
from .appendix_a import (
    appendix_a_union as appendix_a_union,
)
from .appendix_b import (
    appendix_b_all_rate_constant as appendix_b_all_rate_constant,
)
from .appendix_b import (
    appendix_b_final as appendix_b_final,
)
from .appendix_b import (
    appendix_b_final_constant as appendix_b_final_constant,
)
from .appendix_b import (
    appendix_b_max_norm as appendix_b_max_norm,
)
from .appendix_b import (
    appendix_b_max_norm_constant as appendix_b_max_norm_constant,
)
from .appendix_b import (
    appendix_b_max_norm_sharp as appendix_b_max_norm_sharp,
)
from .appendix_b import (
    appendix_b_norm_tail as appendix_b_norm_tail,
)
from .appendix_b import (
    appendix_b_norm_threshold as appendix_b_norm_threshold,
)
from .appendix_b import (
    appendix_b_rate_constant as appendix_b_rate_constant,
)
from .appendix_b import (
    appendix_b_route as appendix_b_route,
)
from .appendix_b import (
    appendix_b_tail as appendix_b_tail,
)
from .appendix_b import (
    appendix_b_tail_printed as appendix_b_tail_printed,
)
from .arithmetic import Root as Root
from .arithmetic import Scalar as Scalar
from .arithmetic import round_up as round_up
from .digest import (
    averages_error as averages_error,
)
from .digest import (
    chebyshev_tail as chebyshev_tail,
)
from .digest import (
    coefficient_samples as coefficient_samples,
)
from .digest import (
    depth_sensitivity as depth_sensitivity,
)
from .digest import (
    neuron_tail as neuron_tail,
)
from .digest import (
    neuron_tail_lower as neuron_tail_lower,
)
from .digest import (
    neuron_tail_power as neuron_tail_power,
)
from .digest import (
    search_samples as search_samples,
)
from .digest import (
    search_tests as search_tests,
)
from .gaussian import (
    both_active as both_active,
)
from .gaussian import (
    gaussian_pair as gaussian_pair,
)
from .gaussian import (
    gaussian_pair_least as gaussian_pair_least,
)
from .gaussian import (
    gaussian_share as gaussian_share,
)
from .gaussian import (
    normal_tail as normal_tail,
)
from .product import (
    basis_norm as basis_norm,
)
from .product import (
    product_averages_samples as product_averages_samples,
)
from .product import (
    product_mean as product_mean,
)
from .product import (
    product_neurons as product_neurons,
)
from .product import (
    product_regression_samples as product_regression_samples,
)
from .product import (
    product_sparse as product_sparse,
)
from .rademacher import (
    affine_dichotomies as affine_dichotomies,
)
from .rademacher import (
    conj_20 as conj_20,
)
from .rademacher import (
    conj_20_clusters as conj_20_clusters,
)
from .rademacher import (
    conj_20_gram as conj_20_gram,
)
from .rademacher import (
    conj_20_root_two as conj_20_root_two,
)
from .rademacher import (
    dense_constant as dense_constant,
)
from .rademacher import (
    dense_rademacher as dense_rademacher,
)
from .rademacher import (
    dense_rademacher_sharp as dense_rademacher_sharp,
)
from .rademacher import (
    eq_8 as eq_8,
)
from .rademacher import (
    eq_8_main as eq_8_main,
)
from .rademacher import (
    eq_8_residual as eq_8_residual,
)
from .rademacher import (
    eq_14 as eq_14,
)
from .rademacher import (
    eq_14_main as eq_14_main,
)
from .rademacher import (
    eq_14_residual as eq_14_residual,
)
from .rademacher import (
    eq_15 as eq_15,
)
from .rademacher import (
    eq_15_cube as eq_15_cube,
)
from .rademacher import (
    eq_15_cube_constant as eq_15_cube_constant,
)
from .rademacher import (
    hoeffding_constant as hoeffding_constant,
)
from .rademacher import (
    number_printed as number_printed,
)
from .rademacher import (
    theorem_19 as theorem_19,
)
from .rademacher import (
    theorem_19_closed as theorem_19_closed,
)
from .rademacher import (
    theorem_19_constant as theorem_19_constant,
)
from .rademacher import (
    theorem_19_sharp as theorem_19_sharp,
)
from .rademacher import (
    theorem_f as theorem_f,
)
from .rademacher import (
    theorem_f_closed as theorem_f_closed,
)
from .rademacher import (
    theorem_j as theorem_j,
)
from .rademacher import (
    theorem_j_first as theorem_j_first,
)
from .rademacher import (
    theorem_k as theorem_k,
)
from .rademacher import (
    theorem_l as theorem_l,
)
from .rademacher import (
    union_factor as union_factor,
)
from .rademacher import (
    where_large_constant as where_large_constant,
)
from .samples import (
    SHATTERED_FAILURE as SHATTERED_FAILURE,
)
from .samples import (
    SMOOTH_CONSTANT as SMOOTH_CONSTANT,
)
from .samples import (
    complexity_samples as complexity_samples,
)
from .samples import (
    confidence_lower as confidence_lower,
)
from .samples import (
    corrected_excess as corrected_excess,
)
from .samples import (
    dense_lower as dense_lower,
)
from .samples import (
    dimension_lower as dimension_lower,
)
from .samples import (
    finite_samples as finite_samples,
)
from .samples import (
    lemma_18_root as lemma_18_root,
)
from .samples import (
    lemma_18_samples as lemma_18_samples,
)
from .samples import (
    memorising_samples as memorising_samples,
)
from .samples import (
    realizable_samples as realizable_samples,
)
from .samples import (
    shattered_failure as shattered_failure,
)
from .samples import (
    theorem_5 as theorem_5,
)
from .samples import (
    theorem_17 as theorem_17,
)
from .samples import (
    theorem_17_derived as theorem_17_derived,
)
from .samples import (
    theorem_17_derived_lower as theorem_17_derived_lower,
)
from .samples import (
    theorem_17_scaled as theorem_17_scaled,
)
from .samples import (
    theorem_g as theorem_g,
)
from .samples import (
    theorem_g_closed as theorem_g_closed,
)
from .samples import (
    theorem_g_error as theorem_g_error,
)
from .samples import (
    two_point_failure as two_point_failure,
)
from .samples import (
    two_point_mass as two_point_mass,
)
from .samples import (
    unit_excess as unit_excess,
)
from .section_2 import (
    agnostic_tail as agnostic_tail,
)
from .section_2 import (
    averages_excess as averages_excess,
)
from .section_2 import (
    averages_operations as averages_operations,
)
from .section_2 import (
    averages_time as averages_time,
)
from .section_2 import (
    claim_2_1_tail as claim_2_1_tail,
)
from .section_2 import (
    claim_2_1_tail_sharp as claim_2_1_tail_sharp,
)
from .section_2 import (
    lemma_6 as lemma_6,
)
from .section_2 import (
    lemma_6_sharp as lemma_6_sharp,
)
from .section_2 import (
    lemma_7_constant as lemma_7_constant,
)
from .section_2 import (
    lemma_7_proved_samples as lemma_7_proved_samples,
)
from .section_2 import (
    lemma_7_samples as lemma_7_samples,
)
from .section_2 import (
    level_one as level_one,
)
from .section_2 import (
    monomials_below as monomials_below,
)
from .section_2 import (
    n_monomials as n_monomials,
)
from .section_2 import (
    regression_excess as regression_excess,
)
from .section_2 import (
    regression_samples as regression_samples,
)
from .section_3 import (
    lemma_9 as lemma_9,
)
from .section_3 import (
    lemma_9_constant as lemma_9_constant,
)
from .section_3 import (
    lemma_9_step_last as lemma_9_step_last,
)
from .section_3 import (
    lemma_9_step_pr as lemma_9_step_pr,
)
from .section_3 import (
    lemma_9_step_pr_constant as lemma_9_step_pr_constant,
)
from .section_3 import (
    lemma_9_step_pr_printed as lemma_9_step_pr_printed,
)
from .section_3 import (
    lemma_9_step_tail_probability as lemma_9_step_tail_probability,
)
from .section_3 import (
    lemma_9_step_tail_threshold as lemma_9_step_tail_threshold,
)
from .section_3 import (
    lemma_9_step_tail_threshold_printed as lemma_9_step_tail_threshold_printed,
)
from .section_3 import (
    lemma_9_step_u as lemma_9_step_u,
)
from .section_3 import (
    lemma_9_step_u_printed as lemma_9_step_u_printed,
)
from .section_3 import (
    lemma_9_step_union as lemma_9_step_union,
)
from .section_3 import (
    lemma_9_step_union_printed as lemma_9_step_union_printed,
)
from .section_3 import (
    lemma_9_step_v as lemma_9_step_v,
)
from .section_3 import (
    lemma_9_step_v_printed as lemma_9_step_v_printed,
)
from .section_3 import (
    lemma_9_step_v_printed_size as lemma_9_step_v_printed_size,
)
from .section_3 import (
    lemma_10 as lemma_10,
)
from .section_3 import (
    lemma_10_all_rho_constant as lemma_10_all_rho_constant,
)
from .section_3 import (
    lemma_10_constant as lemma_10_constant,
)
from .section_3 import (
    noise_by_moments as noise_by_moments,
)
from .section_3 import (
    remark_11 as remark_11,
)
from .section_3 import (
    remark_11_third as remark_11_third,
)
from .section_3 import (
    sup_norm as sup_norm,
)
from .section_3 import (
    sup_norm_square as sup_norm_square,
)
from .section_3 import (
    theorem_4_degree as theorem_4_degree,
)
from .section_3 import (
    theorem_4_degree_sharp as theorem_4_degree_sharp,
)
from .section_3 import (
    theorem_8_constant as theorem_8_constant,
)
from .section_3 import (
    theorem_8_degree as theorem_8_degree,
)
from .section_3 import (
    theorem_8_rest as theorem_8_rest,
)
from .section_3 import (
    theorem_8_rest_constant as theorem_8_rest_constant,
)
from .section_3 import (
    theorem_8_rest_printed as theorem_8_rest_printed,
)
from .section_3 import (
    theorem_8_rest_proved_constant as theorem_8_rest_proved_constant,
)
from .section_3 import (
    theorem_a as theorem_a,
)
from .section_3 import (
    theorem_a_average as theorem_a_average,
)
from .section_3 import (
    theorem_a_min as theorem_a_min,
)
from .section_3 import (
    theorem_a_min_average as theorem_a_min_average,
)
from .section_3 import (
    theorem_c_degree as theorem_c_degree,
)
from .section_3 import (
    theorem_c_tail as theorem_c_tail,
)
from .section_3 import (
    theorem_d as theorem_d,
)
from .section_3 import (
    theorem_d_min as theorem_d_min,
)
from .section_4 import (
    CONJ_16_RATE as CONJ_16_RATE,
)
from .section_4 import (
    NEAR_LIMIT_SQUARED as NEAR_LIMIT_SQUARED,
)
from .section_4 import (
    lwr_bias as lwr_bias,
)
from .section_4 import (
    lwr_largest_product as lwr_largest_product,
)
from .section_4 import (
    lwr_norm as lwr_norm,
)
from .section_4 import (
    lwr_norm_reached as lwr_norm_reached,
)
from .section_4 import (
    lwr_squared_norm as lwr_squared_norm,
)
from .section_4 import (
    near_limit as near_limit,
)
from .section_4 import (
    parity_bias as parity_bias,
)
from .section_4 import (
    parity_norm as parity_norm,
)
from .section_4 import (
    parity_squared_norm as parity_squared_norm,
)
from .section_4 import (
    parity_symmetric as parity_symmetric,
)
from .section_4 import (
    parity_truncated as parity_truncated,
)
from .section_4 import (
    theorem_3a_cubed as theorem_3a_cubed,
)
from .section_4 import (
    theorem_3b_decoding as theorem_3b_decoding,
)
from .section_4 import (
    theorem_3b_scale as theorem_3b_scale,
)
from .section_4 import (
    theorem_14 as theorem_14,
)
from .section_6 import (
    halfspace_excess as halfspace_excess,
)
from .section_6 import (
    theorem_s as theorem_s,
)
from .section_6 import (
    theorem_s_samples as theorem_s_samples,
)
from .section_6 import (
    theorem_s_sparsity as theorem_s_sparsity,
)

/** Metres: the mean radius of WGS 84 (RAD-02). */
export const EARTH_RADIUS = 6_371_008.771_4

/** Metres by which the figures of two ways to reckon may differ; so the limit itself counts as within (RAD-02). */
export const ROUNDING = 0.001

/** kW AC that affiliated facilities of one resource may have at the same site: 80 MW (18 CFR 292.204(a)). */
export const SAME_SITE_KW = 80_000

/** Metres of a mile (RAD-02). */
export const MILE = 1609.344

/** Said wherever distances and sums are shown. */
export const SCREENING = 'For screening. Distances run between stored points; not a legal determination.'

/** The distances of the radius view in miles (RAD-01). */
export const NEAR_MILES = 1
export const FAR_MILES = 10

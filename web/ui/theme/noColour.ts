const SHADES = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900]

/**
 * Stands in the built sign-in page for MUI's own colours: a theme is made of them before those are put over it that ours names,
 * which are all that the page shows.
 */
export default Object.fromEntries(SHADES.map((shade) => [shade, '#777']))

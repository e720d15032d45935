/** Stands in built pages for MUI's own colours: each of the palette's is ours (`theme.ts`). */
export default {}

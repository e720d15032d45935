/**
 * The oldest browsers that Helioroom runs in: what is built uses no newer syntax. README and index.html name them to people,
 * index.html refuses older ones by what these were the first to have.
 */
export const BROWSER_FLOOR = { chrome: '119', edge: '119', firefox: '121', safari: '17.4' } as const

/** As the build takes them, such as `chrome119`. */
export const BUILD_TARGET: string[] = Object.entries(BROWSER_FLOOR).map(([name, version]) => name + version)

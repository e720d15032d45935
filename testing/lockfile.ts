/** What a lockfile of npm says of one package. */
interface Entry {
  readonly resolved?: string
  readonly integrity?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Where each package lies, such as `node_modules/sharp`, and what is said of it; the project itself is ''. */
export type Lockfile = Readonly<Record<string, Entry>>

/**
 * What would keep others from installing by this lockfile: an address, which ties everybody to the registry of whoever
 * wrote it last; a package without a checksum; an optional package without an entry, which is one for another system:
 * `npm ci` refuses the whole file for it, and `npm install` leaves it out on the system that needs it.
 */
export function lockfileFaults(packages: Lockfile): string[] {
  return Object.entries(packages).flatMap(([place, { resolved, integrity, optionalDependencies = {} }]) => [
    ...(resolved === undefined ? [] : [`${place} names a registry`]),
    ...(place !== '' && integrity === undefined ? [`${place} has no checksum`] : []),
    ...Object.keys(optionalDependencies)
      .filter((name) => !foldersFrom(place).some((folder) => packages[`${folder}node_modules/${name}`]))
      .map((name) => `${name} of ${place === '' ? 'the project' : place} has no entry`),
  ])
}

/** The folders whose node_modules Node looks through for what lies in `place`, the nearest first. */
function foldersFrom(place: string): string[] {
  const parts = place === '' ? [] : place.split(/(?=node_modules\/)/)
  return [...parts.keys(), parts.length].reverse().map((count) => {
    const folder = parts.slice(0, count).join('')
    return folder === '' || folder.endsWith('/') ? folder : `${folder}/`
  })
}

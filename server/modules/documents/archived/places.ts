import { namedWith } from '../zip/names.ts'

/** Where files and folders of a tree lie in an archive. */
export interface Place {
  /** Below the folder of a tree, such as `01 Legal/01.02 Lease.pdf`. */
  path: string
  /** Name of the tree's folder. */
  tree: string
}

export const currentPath = ({ tree, path }: Place): string => `files/${tree}/${path}`
export const deletedPath = ({ tree, path }: Place): string => `deleted/${tree}/${path}`

/** A former version, beside others of its folder. */
export function versionPath({ tree, path }: Place, number: number): string {
  const at = path.lastIndexOf('/') + 1
  return `versions/${tree}/${path.slice(0, at)}${namedWith(path.slice(at), `version ${number}`)}`
}

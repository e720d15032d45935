import { rootIdOf } from '../place/address.ts'
import { isFolder, type OpenDocument, type Tree } from '../place/place.ts'
import type { StagedMove } from './MovingProvider.tsx'

/** Why what is staged can't be moved to the document in view; undefined where it can, as far as this page knows. */
export function reasonAgainst(
  { documents, parentId }: StagedMove,
  tree: Pick<Tree, 'id' | 'canEdit' | 'allowRootFiles'>,
  to: Pick<OpenDocument, 'id' | 'fileType'> & { readonly ancestors: readonly { readonly id: string }[] },
): string | undefined {
  const [only] = documents.length === 1 ? documents : []
  if (!isFolder(to)) return `Open the folder to move ${only ? 'it' : 'them'} to.`
  if (!tree.canEdit) return 'You may no longer move documents here.'
  const above = new Set([...to.ancestors.map(({ id }) => id), to.id])
  const into = documents.find(({ id }) => above.has(id))
  if (into) return `"${into.name}" can't be moved into itself.`
  if (to.id === parentId) {
    return only ? 'It is in this folder. Open another one.' : 'They are in this folder. Open another one.'
  }
  const isClosedRoot = to.id === rootIdOf(tree.id) && !tree.allowRootFiles
  if (isClosedRoot && !documents.every(isFolder)) return "Files can't be placed at the top level."
  return undefined
}

/** "Lenders", "Lenders and Tax equity", "Lenders, Tax equity and 3 others". */
export function namesText(names: readonly string[]): string {
  if (names.length <= 2) return names.join(' and ')
  const others = names.length - 2
  return `${names.slice(0, 2).join(', ')} and ${others === 1 ? '1 other' : `${others} others`}`
}

/** "Lenders will no longer see them." */
export const losingText = (names: readonly string[], count: number): string =>
  `${namesText(names)} will no longer see ${count === 1 ? 'it' : 'them'}.`

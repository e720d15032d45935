import { useReading } from '../../../graphql/useReading.ts'
import { isFolder, type OpenDocument, usePlace } from '../place/place.ts'
import { reasonAgainst } from './destination.ts'
import type { StagedMove } from './MovingProvider.tsx'
import { PrincipalsLosingByMoveDocument } from './operations.generated.ts'

/** Where a move may go, as far as it has to be known of. */
export type Destination = Pick<OpenDocument, 'id' | 'name' | 'fileType'> & {
  readonly ancestors: readonly { readonly id: string }[]
}

/** What there is to say of a move to a folder. */
interface OfDestination {
  /** Why it can't go there. */
  readonly reason: string | undefined
  /** Who would no longer see what is moved, since the narrower permission holds; for those who see permissions. */
  readonly losing: readonly string[]
}

/** What there is to say of moving what is staged to a folder; `destination` may be still unknown. */
export function useDestination(staged: StagedMove, destination: Destination | undefined): OfDestination {
  const { tree } = usePlace()
  const reason = destination && reasonAgainst(staged, tree, destination)
  const possible = destination !== undefined && reason === undefined && isFolder(destination)
  const { data } = useReading(
    PrincipalsLosingByMoveDocument,
    {
      treeId: tree.id,
      destinationParentId: destination?.id ?? '',
      sourceDocumentIds: staged.documents.map(({ id }) => id),
    },
    { skip: !tree.canEditPermissions || !possible, fetchPolicy: 'no-cache' },
  )
  return { reason, losing: data?.principalsLosingByMove.map(({ name }) => name) ?? [] }
}

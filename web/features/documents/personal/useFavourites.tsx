import { useApolloClient } from '@apollo/client/react'
import { IconStar } from '@tabler/icons-react'
import { useCallback } from 'react'
import { send } from '../../../graphql/useAction.ts'
import { type Command, useToast } from '../../../ui/index.ts'
import { useLatest } from '../../../ui/text/useLatest.ts'
import type { Row } from '../place/place.ts'
import { SetFavouriteDocument } from './operations.generated.ts'

/** An entry that may be a favourite. */
type Starred = Pick<Row, 'id' | 'name' | 'isFavourite'>

/** The star of entries, for oneself alone (INDEX-08). */
export interface Favourites {
  readonly commands: readonly Command<Starred>[]
  /** Gives or takes the star. @returns whether that is done */
  readonly onStar: (entry: Starred) => Promise<boolean>
}

/** @param refresh reads again what shows the star */
export function useFavourites(refresh: () => Promise<unknown>): Favourites {
  const client = useApolloClient()
  const toast = useToast()
  const latest = useLatest(refresh)
  const onStar = useCallback(
    async ({ id, isFavourite }: Starred) => {
      const { problem } = await send(client, SetFavouriteDocument, {
        documentId: id,
        isFavourite: !isFavourite,
      })
      if (problem && problem.code !== 'OFFLINE') toast.error(problem.message)
      await latest.current().catch(() => {})
      return problem === undefined
    },
    [client, toast],
  )
  const run = ([entry]: readonly Starred[]) => void (entry && onStar(entry))
  return {
    commands: [
      {
        key: 'favourite',
        label: 'Add to favourites',
        icon: <IconStar />,
        fits: ({ isFavourite }) => !isFavourite,
        run,
      },
      {
        key: 'favourite',
        label: 'Remove from favourites',
        icon: <IconStar />,
        fits: ({ isFavourite }) => isFavourite,
        run,
      },
    ],
    onStar,
  }
}

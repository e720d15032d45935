import { formatDate, formatDateTime } from '../../../../shared/format/time.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { RoomGroupAccessDocument, type RoomGroupAccessQuery } from './operations.generated.ts'

/** The access of a group to a deal room, as its admins are told of it. */
export type GroupAccess = NonNullable<
  NonNullable<RoomGroupAccessQuery['portfolio']>['groupAccess']
>['items'][number]

/** Groups that are listed; the first by name. */
export const MAX_GROUPS = 200

/** Until when a group has access (STAGE-10). */
export const accessWords = ({ endsAt, hasEnded, everywhere }: GroupAccess): string => {
  if (everywhere) return 'All deal rooms of the organisation'
  if (endsAt === null) return 'No end'
  return hasEnded ? `ended ${formatDate(endsAt)}` : `ends ${formatDateTime(endsAt)}`
}

/** The groups with access to a room, of what one of which could see a certificate or an archive may be. */
export function useGroupOptions(portfolioId: string): { value: string; label: string }[] {
  const { data } = useReading(RoomGroupAccessDocument, { id: portfolioId, limit: MAX_GROUPS })
  return (data?.portfolio?.groupAccess?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

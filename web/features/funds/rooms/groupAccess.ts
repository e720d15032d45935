import { formatDate, formatDateTime } from '../../../../shared/format/time.ts'
import type { RoomGroupAccessQuery } from './operations.generated.ts'

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

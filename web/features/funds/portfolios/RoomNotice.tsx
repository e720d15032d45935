import { formatDate } from '../../../../shared/format/time.ts'
import { Alert, PageBody } from '../../../ui/index.ts'

/** Why nothing can be changed here, above whatever tab is open (STAGE-09). */
export function RoomNotice({ frozenSince }: { frozenSince: string }) {
  return (
    <PageBody>
      <Alert tone="info">This room is frozen since {formatDate(frozenSince)}.</Alert>
    </PageBody>
  )
}

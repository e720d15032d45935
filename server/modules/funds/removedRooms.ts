import { DEAL_STATUSES, type DealStatus } from '../../../shared/enumerations.ts'
import type { Actor } from '../../access/actor.ts'
import { conflict } from '../../access/errors.ts'
import { roomScope } from '../../access/scopes.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { HookHandler } from '../../platform/hooks.ts'
import { keepClosed, NO_PLACE, restoresRemoved } from '../removals/index.ts'
import { maySetUpRoom } from './policy.ts'
import { updateRoom } from './roomStore.ts'
import type { PortfolioRow } from './store.ts'

/** Before a deal room is removed: it stays, and gets its status back once it is restored (BIN-10). */
export const keepClosedRoom = (
  tx: Tx,
  actor: Pick<Actor, 'personId'>,
  { id, organisationId, name, status }: Pick<PortfolioRow, 'id' | 'organisationId' | 'name' | 'status'>,
): Promise<void> =>
  keepClosed(
    tx,
    {
      kind: 'DEAL_ROOM',
      recordId: id,
      name,
      place: roomScope({ id, organisationId }),
      placeName: null,
      personId: actor.personId,
    },
    { status },
  )

const isStatus = (value: unknown): value is DealStatus =>
  (DEAL_STATUSES as readonly unknown[]).includes(value) && value !== 'DELETED'

/** Deal rooms are restored by who sets them up. */
export const roomRemovals: readonly HookHandler[] = restoresRemoved('DEAL_ROOM', {
  mayRestore: async (_db, actor, records) =>
    records
      .filter(({ place }) => place.kind === 'portfolio' && maySetUpRoom(actor, place))
      .map(({ id }) => id),
  restore: async (tx, { record }) => {
    const { status } = record.facts
    const room = await tx
      .selectFrom('portfolio')
      .select('status')
      .where('id', '=', record.recordId)
      .forUpdate()
      .executeTakeFirst()
    if (room?.status !== 'DELETED' || !isStatus(status)) throw conflict(NO_PLACE)
    await updateRoom(tx, record.recordId, { status })
  },
})

import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { type Job, queueJob } from '../../platform/jobs/index.ts'
import { recordBy } from '../activity/index.ts'
import type { Part, Room } from './policy.ts'
import { insertProof, type NewProof, type ProofRow } from './store.ts'

/** Under which the job of a certificate or an archive waits. */
export const jobKey = (id: string): string => `room_proof:${id}`

/** A certificate or an archive as somebody has asked for it. */
export interface ProofAsked
  extends Pick<NewProof, 'id' | 'groupId' | 'groupName' | 'from' | 'to' | 'withVersions' | 'isEncrypted'>,
    Partial<Pick<ProofRow, 'sealedPassphrase'>> {
  kind: ProofRow['kind']
  /** What whoever asks knows whole in the room. */
  covers: Part[]
  /** What is recorded of it. */
  detail: Readonly<Record<string, unknown>>
  job: Job<{ proofId: string }>
  /** Jobs of it run one after the other. */
  queue: string
  /** When it is made; without one as soon as it can be. */
  runAt?: Date
}

/** Keeps what somebody asked for, records that, and queues its job, all in the transaction. The caller has checked who asks. */
export async function beginProof(
  tx: Tx,
  { personId, sessionId, ...actor }: Actor,
  { organisationId, portfolioId }: Room,
  { detail, job, queue, runAt, id = newId(), ...asked }: ProofAsked,
): Promise<ProofRow> {
  const proof = await insertProof(tx, {
    ...asked,
    id,
    organisationId,
    portfolioId,
    personId,
    sessionId: sessionId === '' ? null : sessionId,
  })
  await recordBy(tx, { ...actor, personId, sessionId }, [
    {
      kind: asked.kind === 'ARCHIVE' ? 'MAKE_ARCHIVE' : 'MAKE_CERTIFICATE',
      organisationId,
      subject: { kind: 'portfolio', id: portfolioId },
      detail: { ...detail, ...(asked.groupId !== null && { groupId: asked.groupId }) },
    },
  ])
  await queueJob(tx, job, { proofId: id }, { key: jobKey(id), queue, ...(runAt && { runAt }) })
  return proof
}

import { sign, verify } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import type { Signer } from '../../../platform/signing.ts'
import { RECORD_LOCK } from '../append/appending.ts'
import { growingTrees } from '../store.ts'
import { publicKeyOf, signingKey } from './keys.ts'

/** What an organisation's record was at a moment, signed. */
export interface Checkpoint {
  organisation: string
  id: number
  treeSize: number
  root: Buffer
  at: Date
  keyId: string
  signature: Buffer
  /** The token of a time-stamping service (RFC 3161). */
  timeStamp: Buffer | null
}

/**
 * What the signature of a checkpoint is of. It names no size, since whoever is given a checkpoint's root, time and
 * signature must not learn how busy others are (CHAIN-09).
 */
export const signedText = ({
  organisation,
  root,
  at,
  keyId,
}: Pick<Checkpoint, 'organisation' | 'root' | 'at' | 'keyId'>): Buffer =>
  Buffer.from(
    `helioroom checkpoint 1\norganisation ${organisation}\nroot ${root.toString('hex')}\ntime ${at.toISOString()}\nkey ${keyId}\n`,
  )

export const isSigned = (checkpoint: Checkpoint, publicKey: Buffer): boolean =>
  verify(null, signedText(checkpoint), publicKeyOf(publicKey), checkpoint.signature)

const COLUMNS = sql`organisation_id as organisation, id, tree_size as "treeSize", root, at, key_id as "keyId", signature,
  time_stamp as "timeStamp"`

/** A page of an organisation's checkpoints, the newest first. */
export const checkpointsOf = async (
  db: Connection,
  organisation: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Checkpoint[]> =>
  (
    await sql<Checkpoint>`
      select ${COLUMNS} from record_checkpoint where organisation_id = ${organisation}
      order by id desc limit ${limit} offset ${offset}`.execute(db)
  ).rows

/** The newest checkpoint of a tree of a size; undefined where none was signed. */
export const checkpointAt = async (
  db: Connection,
  organisation: string,
  treeSize: number,
): Promise<Checkpoint | undefined> =>
  (
    await sql<Checkpoint>`
      select ${COLUMNS} from record_checkpoint where organisation_id = ${organisation} and tree_size = ${treeSize}
      order by id desc limit 1`.execute(db)
  ).rows[0]

/** The first checkpoint of a tree of at least that size; undefined where none was signed. */
export const firstCovering = async (
  db: Connection,
  organisation: string,
  size: number,
): Promise<Checkpoint | undefined> =>
  (
    await sql<Checkpoint>`
      select ${COLUMNS} from record_checkpoint where organisation_id = ${organisation} and tree_size >= ${size}
      order by id limit 1`.execute(db)
  ).rows[0]

/** A page of checkpoints in their order, after one of them and up to another. */
export const checkpointsTo = async (
  db: Connection,
  organisation: string,
  { after, to, limit }: { after: number; to: number; limit: number },
): Promise<Checkpoint[]> =>
  (
    await sql<Checkpoint>`
      select ${COLUMNS} from record_checkpoint where organisation_id = ${organisation} and id > ${after} and id <= ${to}
      order by id limit ${limit}`.execute(db)
  ).rows

/** A page of checkpoints in their order, after one of them. */
export const checkpointsAfter = async (
  db: Connection,
  organisation: string,
  after: number,
  limit: number,
): Promise<Checkpoint[]> =>
  (
    await sql<Checkpoint>`
      select ${COLUMNS} from record_checkpoint where organisation_id = ${organisation} and id > ${after}
      order by id limit ${limit}`.execute(db)
  ).rows

export async function countCheckpoints(db: Connection, organisation: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from record_checkpoint where organisation_id = ${organisation}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The organisations that have a record, after one of them, and whether leaves came since their newest checkpoint. */
export async function recordedOrganisations(
  db: Connection,
  after: string | null,
  limit: number,
): Promise<{ id: string; isNew: boolean }[]> {
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    with recursive recorded as (
      (select organisation_id as id, 1 as n from record_leaf
        where ${after === null ? sql`true` : sql`organisation_id > ${after}::uuid`}
        order by organisation_id limit 1)
      union all
      (select next.organisation_id, recorded.n + 1 from recorded cross join lateral (
        select leaf.organisation_id from record_leaf leaf where leaf.organisation_id > recorded.id
        order by leaf.organisation_id limit 1) as next where recorded.n < ${limit}))
    select recorded.id, newest.position >= coalesce(signed.tree_size, 0) as "isNew"
    from recorded
    cross join lateral (select position from record_leaf where organisation_id = recorded.id
      order by position desc limit 1) as newest
    left join lateral (select tree_size from record_checkpoint where organisation_id = recorded.id
      order by id desc limit 1) as signed on true
    order by recorded.id`.execute(db)
  return rows
}

/** Organisations of one transaction. */
const BATCH = 200

/** Signs a checkpoint of each of the organisations as they are. Under the record's lock, which the transaction takes. */
async function signAll(tx: Tx, signer: Signer, organisations: readonly string[]): Promise<Checkpoint[]> {
  await sql`select pg_advisory_xact_lock(${RECORD_LOCK})`.execute(tx)
  const { id: keyId, key } = await signingKey(tx, signer)
  const trees = await growingTrees(tx, organisations)
  const { rows: clock } = await sql<{ now: Date }>`
    select date_trunc('milliseconds', clock_timestamp()) as now`.execute(tx)
  const at = clock[0]?.now ?? new Date()
  const made = [...trees].flatMap(([organisation, tree]) => {
    if (tree.size === 0) return []
    const root = tree.root()
    const signature = sign(null, signedText({ organisation, root, at, keyId }), key)
    return [{ organisation, treeSize: tree.size, root, signature }]
  })
  const { rows } = await sql<Checkpoint>`
    insert into record_checkpoint (organisation_id, tree_size, root, at, key_id, signature)
    select organisation, tree_size, root, ${at}, ${keyId}, signature
    from unnest(${made.map(({ organisation }) => organisation)}::uuid[],
      ${made.map(({ treeSize }) => treeSize)}::bigint[], ${made.map(({ root }) => root)}::bytea[],
      ${made.map(({ signature }) => signature)}::bytea[]) as made (organisation, tree_size, root, signature)
    returning ${COLUMNS}`.execute(tx)
  return rows
}

/** Signs a checkpoint of each record to which leaves came since its newest one (CHAIN-02). Several servers may. */
export async function signDue(db: Database, signer: Signer): Promise<void> {
  let after: string | null = null
  for (;;) {
    const page: { id: string; isNew: boolean }[] = await recordedOrganisations(db, after, BATCH)
    const due = page.flatMap(({ id, isNew }) => (isNew ? [id] : []))
    if (due.length > 0) await db.transaction().execute((tx) => signAll(tx, signer, due))
    if (page.length < BATCH) return
    after = page.at(-1)?.id ?? null
  }
}

/** Signs a checkpoint of one record as it is, for a certificate or an archive; null while it has no leaf. */
export const signNow = (db: Database, signer: Signer, organisation: string): Promise<Checkpoint | null> =>
  db
    .transaction()
    .execute((tx) => signAll(tx, signer, [organisation]))
    .then(([made]) => made ?? null)

export const keepTimeStamp = async (
  db: Connection,
  { organisation, id }: Pick<Checkpoint, 'organisation' | 'id'>,
  token: Buffer,
): Promise<void> =>
  void (await sql`
    update record_checkpoint set time_stamp = ${token} where organisation_id = ${organisation} and id = ${id}`.execute(
    db,
  ))

import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories } from '../../../../testing/factories.ts'
import { SECRET } from '../../../../testing/server.ts'
import { stampAuthority } from '../../../../testing/timeStamps.ts'
import { newId } from '../../../platform/ids.ts'
import { createSigner } from '../../../platform/signing.ts'
import { recordActivity } from '../../activity/index.ts'
import { appendPending } from '../append/appending.ts'
import { type Checkpoint, checkpointsOf, signDue } from '../checkpoints/checkpoints.ts'
import { verifyOrganisation } from '../verify/verifying.ts'
import { stampDue, stampedHash } from './stamping.ts'

const database = testDatabase()
const make = factories(database)
const signer = createSigner(SECRET)
let folder: string
let authority: ReturnType<typeof stampAuthority>
let service: Awaited<ReturnType<typeof startService>>

const at = (name: string) => path.join(folder, name)

/** A service of the authority that openssl answers for: as it is, or wrong in some way. */
async function startService() {
  const state: { by: string; spoil: (answer: Buffer) => Buffer; status: number; asked: number } = {
    by: 'service',
    spoil: (answer) => answer,
    status: 200,
    asked: 0,
  }
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    state.asked += 1
    writeFileSync(at('request'), Buffer.concat(chunks))
    authority.reply('request', { by: state.by, to: 'answer' })
    response.writeHead(state.status, { 'content-type': 'application/timestamp-reply' })
    response.end(state.spoil(readFileSync(at('answer'))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`
  return { state, url, close: () => server.close() }
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-stamps-'))
  authority = stampAuthority(folder)
  service = await startService()
})
afterAll(() => {
  service.close()
  rmSync(folder, { recursive: true, force: true })
})

const warned: string[] = []
const log = {
  warn: ({ err }: { err?: unknown }) => void warned.push(err instanceof Error ? err.message : ''),
}
const stamp = (trusted: string[] = ['trusted']) =>
  stampDue(
    database.db,
    { url: service.url, trusted: trusted.map((ca) => new X509Certificate(readFileSync(at(`${ca}.pem`)))) },
    log as { warn(about: object, message: string): void },
  )

/** An organisation whose record has one more checkpoint. */
async function signed(id?: string): Promise<string> {
  const organisationId = id ?? (await make.organisation())
  await database.db.transaction().execute((tx) =>
    recordActivity(tx, [
      {
        kind: 'VIEW',
        personId: newId(),
        sessionId: null,
        organisationId,
        recordedPath: 'A.pdf',
        detail: {},
      },
    ]),
  )
  await appendPending(database.db)
  await signDue(database.db, signer)
  return organisationId
}
const newest = async (organisation: string): Promise<Checkpoint> => {
  const [checkpoint] = await checkpointsOf(database.db, organisation, { limit: 1, offset: 0 })
  if (!checkpoint) throw new Error('There is no checkpoint.')
  return checkpoint
}
const findings = async (organisation: string) =>
  (await verifyOrganisation(database.db, organisation)).named.map(({ kind, text }) => [kind, text])

test('CHAIN-03 each checkpoint is stamped once by the service, whose token openssl and the verification take', async () => {
  const organisation = await signed()
  await stamp()
  const checkpoint = await newest(organisation)
  writeFileSync(at('token'), checkpoint.timeStamp ?? '')
  const said = authority.openssl(
    'ts',
    '-verify',
    '-digest',
    stampedHash(checkpoint).toString('hex'),
    '-token_in',
    '-in',
    'token',
    '-CAfile',
    'trusted.pem',
  )
  expect(said.toString()).toContain('Verification: OK')
  expect(await findings(organisation)).toEqual([])
  const { asked } = service.state
  await stamp()
  expect(service.state.asked).toBe(asked)
  // A token of another checkpoint, and none at all, are named.
  await signed(organisation)
  await stamp()
  const keep = (token: Buffer | null) =>
    database.pool.query(
      'update record_checkpoint set time_stamp = $1 where organisation_id = $2 and tree_size = 2',
      [token, organisation],
    )
  await keep(checkpoint.timeStamp)
  expect(await findings(organisation)).toEqual([['TIME_STAMP', 'The time stamp is of something else.']])
  await keep(Buffer.from('no token'))
  expect(await findings(organisation)).toEqual([['TIME_STAMP', 'The time stamp can’t be read.']])
})

test('CHAIN-03 what the service answers wrongly is not kept, and is asked for again', async () => {
  const organisation = await signed()
  const { state } = service
  const refused = async (trusted?: string[]): Promise<string | undefined> => {
    warned.length = 0
    await stamp(trusted)
    expect((await newest(organisation)).timeStamp).toBeNull()
    return warned[0]
  }
  expect(await refused(['stranger'])).toBe(
    'The certificate of the time stamp is of nobody who is trusted (TIMESTAMP_CA).',
  )
  state.by = 'forger'
  expect(await refused()).toBe(
    'The certificate of the time stamp is of nobody who is trusted (TIMESTAMP_CA).',
  )
  state.by = 'service'
  state.spoil = (answer) => {
    const spoilt = Buffer.from(answer)
    spoilt[spoilt.length - 10] = (spoilt[spoilt.length - 10] ?? 0) ^ 1
    return spoilt
  }
  expect(await refused()).toBe('The signature of the time stamp is wrong.')
  const former = readFileSync(at('answer'))
  state.spoil = () => former
  expect(await refused()).toBe('The time stamp answers another request.')
  state.spoil = () => Buffer.from('<html>no service</html>')
  expect(await refused()).toBe('The answer of the service can’t be read.')
  state.spoil = (answer) => answer
  state.status = 503
  expect(await refused()).toBe('The service answered 503 application/timestamp-reply.')
  state.status = 200
  await stamp()
  expect((await newest(organisation)).timeStamp).not.toBeNull()
})

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Installation,
  restoreInto,
  restorePointOf,
  takeBackup,
} from '../../server/platform/backup/index.ts'
import { withConnection } from '../../server/platform/backup/session.ts'
import { finishRestore } from '../../server/platform/backup/state.ts'
import { newId } from '../../server/platform/ids.ts'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { PASSWORD } from '../factories.ts'
import { contributors } from '../faults/fund.ts'
import { SECRET, startTestServer, type TestServer } from '../server.ts'
import {
  backupSource,
  filesBelow,
  folderPlace,
  hashesOf,
  installationOver,
  PASSPHRASE,
  placeAt,
  removeFolder,
  rowsOf,
  temporaryFolder,
} from './installation.ts'
import { codeOfApp, type PersonWithApp, personWithApp } from './personWithApp.fixture.ts'

const database = testDatabase()
/** Restored into, one after the other. */
const target = testDatabase()

const KIB = 1024
/** Milliseconds: a restore makes a whole schema, and a shared machine may be ten times slower. */
const TIMEOUT = 400_000
const EMPTIED = [
  'session',
  'session_view',
  'sign_in_challenge',
  'password_reset',
  'phone_change',
  'used_address',
  'outbox',
  'outbox_cursor',
  'running_process',
]

describe('a restore', { timeout: TIMEOUT }, () => {
  const folders: string[] = []
  const newFolder = () => {
    const folder = temporaryFolder()
    folders.push(folder)
    return folder
  }
  let server: TestServer
  let source: Installation
  let place: string
  let backup: string
  let rows: Map<string, string[]>
  let hashes: Map<string, string>
  /** Somebody with an authenticator app, what is good in place of it, and an invitation. */
  let person: PersonWithApp
  /** Restored into by the first test; the others go on from there. */
  let into: Installation

  beforeAll(async () => {
    server = await startTestServer(database)
    const [room] = await contributors(database, server.address, 1)
    for (const size of [300 * KIB, 0, 5]) {
      const [announced] = await room.announce([{ name: `File of ${size}.bin`, size }])
      if (!announced) throw new Error('Nothing was announced.')
      expect((await room.put(announced, randomBytes(size))).status).toBe(200)
      await room.confirm([announced])
    }
    person = await personWithApp(database, server, room)
    await database.pool.query(
      `insert into data_import (id, person_id, organisation_ids, file_name, state, imported_at)
       select gen_random_uuid(), id, '{}', file, state, imported_at
       from person, (values ('Read.xlsx', 'PROCESSING', null), ('Sent.xlsx', 'PROCESSING', now()),
         ('Waits.xlsx', 'SUBMITTED', null), ('Done.xlsx', 'DONE', now())) as import (file, state, imported_at)
       where email = $1`,
      [person.email],
    )
    // Values that are awkward in text, a mail and a message that wait, and one that was sent.
    await database.pool.query(
      `insert into mail_outbox (id, recipient, subject, body_text, sent_at) values
        ('${newId()}', 'a@example.com', E'Tab\\t, line\\nbreak, \\\\ and ''quotes''', '\\N', null),
        ('${newId()}', 'b@example.com', 'Sent', 'x', now());
       insert into sms_outbox (id, recipient, body) values ('${newId()}', '+1', 'Code');
       insert into password_reset (id, email, address, created_at) values ('${newId()}', 'a@example.com', '::1', now());
       insert into session_view (id, session_id, person_id, group_id, name, organisation_id, started_at, expires_at)
         select gen_random_uuid(), s.id, s.person_id, g.id, 'Group', g.organisation_id, now(), now() from session s, user_group g limit 1;
       insert into sign_in_challenge (token_hash, person_id, code_hash, expires_at)
         select sha256('token'), id, sha256('code'), now() from person limit 1;
       insert into phone_change (id, person_id, phone_number, code_hash, created_at, expires_at)
         select gen_random_uuid(), id, '+1', sha256('code'), now(), now() from person limit 1;
       insert into used_address (signature, expires_at) values ('signature', now());
       insert into outbox (topic, kind) values ('topic', 'kind');
       insert into outbox_cursor (reader, snapshot) values ('reader', pg_current_snapshot()) on conflict do nothing;
       insert into running_process (id, name, role, version, migration, started_at, seen_at)
         values ('${newId()}', 'web-1', 'web', '1', '0001', now(), now())`,
    )
    source = await installationOver(database, { dataDir: server.dataDir, storage: server.app.storage })
    place = newFolder()
    backup = (await takeBackup(await placeAt(place), backupSource(source))).backup
    rows = await rowsOf(database.poolConfig)
    for (const table of EMPTIED) expect(rows.get(table)?.length, table).toBeGreaterThan(0)
    hashes = await hashesOf(source.storage)
    into = await installationOver(target, { dataDir: newFolder() })
  })
  afterAll(async () => {
    await server.close()
    for (const folder of folders) removeFolder(folder)
  })

  const request = (more: object = {}) => ({
    from: folderPlace(place),
    passphrase: PASSPHRASE,
    backup: 'latest',
    currentSecret: () => SECRET,
    ...more,
  })

  test('BACK-14 into a storage with contents alone nothing is restored', async () => {
    const folder = newFolder()
    const used = await installationOver(target, { dataDir: folder })
    await used.storage.put(newId(), async (write) => write(Buffer.from('of somebody')), { size: 11 })
    const before = await hashesOf(used.storage)
    await expect(restoreInto(used, request())).rejects.toThrow(
      'There is data here already. Restore into an empty place, or add --replace.',
    )
    expect(await hashesOf(used.storage)).toEqual(before)
    expect((await rowsOf(target.poolConfig)).get('person')).toEqual([])
    expect(existsSync(path.join(folder, 'secret-key'))).toBe(false)
  })

  test('BACK-13 BACK-15 BACK-17 every row and every byte is there again, but for what ends with it', async () => {
    const restored = await restoreInto(into, request())
    expect(restored).toEqual({ backup, files: 3, rows: expect.any(Number), seconds: expect.any(Number) })
    const after = await rowsOf(target.poolConfig)
    for (const table of EMPTIED) expect([table, after.get(table)]).toEqual([table, []])
    expect([...after.keys()]).toEqual([...rows.keys()])
    for (const [table, before] of rows) {
      const now = after.get(table) ?? []
      if (EMPTIED.includes(table) || ['mail_outbox', 'sms_outbox'].includes(table)) continue
      if (/^(backup_run|data_import)$/.test(table)) continue
      // That it was restored is told, and waits for its leaf in the record.
      if (/^(activity|record_pending)/.test(table)) {
        const added = now.filter((row) => !before.includes(row))
        expect(before.filter((row) => !now.includes(row))).toEqual([])
        expect(added.length).toBeLessThanOrEqual(1)
        for (const row of added) expect(row).toMatch(/RESTORED|\tactivity\t/)
      } else expect([table, now]).toEqual([table, before])
    }
    const { rows: told } = await target.pool.query(`select from activity where kind = 'RESTORED'`)
    expect(told).toHaveLength(1)
    const mails = await target.pool.query(
      `select recipient, failure, subject from mail_outbox where recipient like '_@example.com' order by recipient`,
    )
    expect(mails.rows).toEqual([
      {
        recipient: 'a@example.com',
        failure: 'Kept by a restore.',
        subject: "Tab\t, line\nbreak, \\ and 'quotes'",
      },
      { recipient: 'b@example.com', failure: null, subject: 'Sent' },
    ])
    const imports = await target.pool.query(
      'select file_name as file, state, failure from data_import order by file_name',
    )
    const stopped = (rest: string) => `Stopped by a restore. Please ${rest} again.`
    expect(imports.rows).toEqual([
      { file: 'Done.xlsx', state: 'DONE', failure: null },
      { file: 'Read.xlsx', state: 'FAILED', failure: stopped('upload the file') },
      { file: 'Sent.xlsx', state: 'FAILED', failure: stopped('send the rest') },
      { file: 'Waits.xlsx', state: 'FAILED', failure: stopped('upload the file') },
    ])
    const texts = await target.pool.query('select failure from sms_outbox')
    expect(texts.rows).toEqual([{ failure: 'Kept by a restore.' }])
    expect(await hashesOf(into.storage)).toEqual(hashes)
  })

  test('BACK-16 passwords, apps, recovery codes and invitations work as before, and nobody is signed in', async () => {
    const again = await startTestServer(target, { DATA_DIR: into.dataDir })
    try {
      const { data } = await person.client.at(again.address).graphql('{ viewer { id } }')
      expect(data?.viewer ?? null).toBe(null)
      const enter = async (step: string, given: string) => {
        const visitor = new Client(again.address)
        const begun = await visitor.graphql(
          'mutation($email: String!, $password: String!) { signIn(email: $email, password: $password) { codeRequired } }',
          { email: person.email, password: PASSWORD },
        )
        expect(begun.data).toEqual({ signIn: { codeRequired: true } })
        const done = await visitor.graphql(`mutation($given: String!) { done: ${step} { viewer { id } } }`, {
          given,
        })
        expect(done.data, step).toEqual({ done: { viewer: { id: expect.any(String) } } })
      }
      const key = readFileSync(path.join(into.dataDir, 'secret-key'), 'utf8').trim()
      await enter('signInVerify(code: $given)', await codeOfApp(target, key, 1))
      await enter('signInRecover(recoveryCode: $given)', person.recoveryCode)
      const accepted = await new Client(again.address).graphql(
        `mutation($token: String!, $password: String!) {
          acceptInvitation(token: $token, firstName: "Ines", lastName: "Salter", password: $password) { viewer { id } }
        }`,
        { token: person.invitation, password: PASSWORD },
      )
      expect(accepted.data).toEqual({ acceptInvitation: { viewer: { id: expect.any(String) } } })
    } finally {
      await again.app.close()
    }
  })

  test('BACK-16 the key is written to the data folder; with another one set nothing is restored', async () => {
    const other = { ...into, secretKey: 'another key of an operator, long enough' }
    await expect(restoreInto(other, request({ replace: true }))).rejects.toThrow(
      'SECRET_KEY is not the key of this backup. Remove it, or set that of the installation.',
    )
    expect(readFileSync(path.join(into.dataDir, 'secret-key'), 'utf8').trim()).toBe(SECRET)
  })

  test('BACK-14 BACK-19 BACK-20 over data only with --replace, after a backup of it, to which one can return', async () => {
    await target.pool.query(`update person set first_name = 'Changed after the restore'`)
    const changed = await rowsOf(target.poolConfig)
    const message = 'There is data here already. Restore into an empty place, or add --replace.'
    await expect(restoreInto(into, request())).rejects.toThrow(message)
    expect(await rowsOf(target.poolConfig)).toEqual(changed)
    // The backup, not the point that was just stored.
    await restoreInto(into, request({ replace: true, backup }))
    const names = async () =>
      (await target.pool.query<{ name: string }>('select distinct first_name as name from person')).rows.map(
        ({ name }) => name,
      )
    expect(await names()).not.toContain('Changed after the restore')
    const point = restorePointOf(into.dataDir)
    expect(point.place).toBe(place)
    await restoreInto(into, request({ replace: true, backup: point.backup }))
    expect(await names()).toEqual(['Changed after the restore'])
    const week = new Date(Date.now() + 7 * 86_400_000 + 60_000)
    expect(() => restorePointOf(into.dataDir, week)).toThrow(/^The restore point was kept until /)
  })

  test('BACK-19 while processes run nothing is restored, and they are named', async () => {
    await withConnection({ ...target.poolConfig }, async (client) => {
      await client.query(`set application_name = 'helioroom process host-1:3000'`)
      await expect(restoreInto(into, request({ replace: true }))).rejects.toThrow(
        'Processes are running (host-1:3000). Stop them first.',
      )
    })
  })

  test('BACK-12 BACK-20 of a damaged backup nothing is restored, and what was there stays', async () => {
    const before = await rowsOf(target.poolConfig)
    const stored = await hashesOf(into.storage)
    const [item] = filesBelow(place).filter((file) => path.basename(file).startsWith('c-'))
    const bytes = readFileSync(item ?? '')
    const changed = Buffer.from(bytes)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    writeFileSync(item ?? '', changed)
    await expect(restoreInto(into, request({ replace: true, backup }))).rejects.toThrow(
      /^The backup .* cannot be restored: the content of "File of \d+\.bin" is damaged\. Nothing was changed\.$/,
    )
    writeFileSync(item ?? '', bytes)
    expect(await hashesOf(into.storage)).toEqual(stored)
    const after = await rowsOf(target.poolConfig)
    // The restore point was recorded.
    for (const [table, now] of after)
      if (table !== 'backup_run') expect([table, now]).toEqual([table, before.get(table)])
  })

  test('BACK-20 a check at the end that fails undoes everything and says so; what was interrupted is settled by its mark', async () => {
    const before = await rowsOf(target.poolConfig)
    const failing = {
      ...into,
      restored: [
        async () => {
          throw new Error('The power is gone.')
        },
      ],
    }
    await expect(restoreInto(failing, request({ replace: true, backup }))).rejects.toThrow(
      'The power is gone.',
    )
    let puts = 0
    const forgetful = {
      ...into,
      storage: {
        ...into.storage,
        read: async () => {
          puts += 1
          throw new RangeError('The stored file ends.')
        },
      },
    }
    const empty = { ...forgetful, storage: { ...forgetful.storage } }
    await expect(
      restoreInto(empty, request({ replace: true, backup, restorePointTo: undefined })),
    ).rejects.toThrow()
    expect(puts).toBeGreaterThan(0)
    const after = await rowsOf(target.poolConfig)
    for (const [table, now] of after)
      if (table !== 'backup_run') expect([table, now]).toEqual([table, before.get(table)])
    expect(existsSync(path.join(into.dataDir, 'secret-key.restored'))).toBe(false)
    expect(await finishRestore(into.dataDir, target.pool)).toBe(true)
  })
})

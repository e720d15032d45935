import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlace } from '../server/platform/backup/index.ts'
import { NAMES, setting } from '../server/settings.ts'
import { folderPlace, removeFolder, temporaryFolder } from './backups/installation.ts'
import { runProduct, urlOfDatabase } from './commandLine.ts'
import { testDatabase } from './database/index.ts'

const database = testDatabase()
/** Milliseconds: each command is a process of its own, and a shared machine may be ten times slower. */
const TIMEOUT = 400_000
const folders = [temporaryFolder(), temporaryFolder()]
const [dataDir = '', place = ''] = folders
const servers: net.Server[] = []
afterAll(() => {
  folders.forEach(removeFolder)
  for (const server of servers) server.close()
})

/** What no output may have, in the settings of every command. */
const SECRETS = {
  SECRET_KEY: 'a-key-for-signatures-of-these-tests-alone',
  BACKUP_PASSPHRASE: 'a-passphrase-of-these-tests',
  METRICS_TOKEN: 'a-token-of-these-tests',
  S3_ACCESS_KEY_ID: 'AKIAOFTHESETESTS',
  S3_SECRET_ACCESS_KEY: 'a-secret-of-the-store',
  BACKUP_S3_ACCESS_KEY_ID: 'AKIAOFTHEBACKUPS',
  BACKUP_S3_SECRET_ACCESS_KEY: 'a-secret-of-the-backups',
  SMS_TOKEN: 'a-token-of-the-gateway',
  COPILOT_API_KEY: 'a-key-of-the-copilot',
}
const LOGINS = ['keeper-of-rows', 'a-password-of-rows', 'keeper-of-mails', 'a-password-of-mails']
const [ROWS_USER, ROWS_PASSWORD, MAILS_USER, MAILS_PASSWORD] = LOGINS

/** What a store was signed with, which it answers with as it refuses. */
const signatures: string[] = []
let endpoint = ''
let refusingDatabase = ''

const listen = async (server: net.Server): Promise<number> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  // What restores looks at it before it asks the database.
  await openPlace(folderPlace(place), SECRETS.BACKUP_PASSPHRASE, { isNew: true })
  const store = http.createServer((request, answer) => {
    const [, signature = ''] = /Signature=(\w+)/.exec(request.headers.authorization ?? '') ?? []
    const [, key = ''] = /Credential=(\w+)/.exec(request.headers.authorization ?? '') ?? []
    if (signature !== '') signatures.push(signature)
    request.resume().once('end', () =>
      answer.writeHead(403, { 'content-type': 'application/xml' }).end(
        `<?xml version="1.0"?><Error><Code>SignatureDoesNotMatch</Code><Message>Check your key.</Message>
         <AWSAccessKeyId>${key}</AWSAccessKeyId><SignatureProvided>${signature}</SignatureProvided></Error>`,
      ),
    )
  })
  endpoint = `http://127.0.0.1:${await listen(store)}`
  refusingDatabase = `postgres://${ROWS_USER}:${ROWS_PASSWORD}@127.0.0.1:${await listen(databaseThatRefuses())}/rooms`
})

/** A PostgreSQL that asks for a password in the clear, and refuses it in words that have both. */
function databaseThatRefuses(): net.Server {
  const message = (kind: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(kind), length, body])
  }
  return net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(message('R', Buffer.from([0, 0, 0, 3])))
      socket.once('data', (given) => {
        const words = `password ${given.subarray(5).toString()} of "${ROWS_USER}" was refused`
        socket.end(message('E', Buffer.from(`SFATAL\0C28P01\0M${words}\0\0`)))
      })
    })
  })
}

/** How each command is called; those that copy to or from a bucket have one that refuses them. */
const CALLS: Readonly<Record<string, readonly string[][]>> = {
  'commands/adoptFiles.ts': [[]],
  'commands/backup.ts': [[], ['--list']],
  'commands/doctor.ts': [['--json']],
  'commands/importArchive.ts': [['--from', place, '--into', 'aurora', '--by', 'ann@fund.example']],
  'commands/migrate.ts': [[]],
  'commands/moveDatabase.ts': [['--to', 'TARGET']],
  'commands/moveFiles.ts': [['--to', 's3']],
  'commands/restore.ts': [['--from', 'PLACE']],
  'commands/verifyBackup.ts': [[]],
  'main.ts': [[]],
  'verifyRecord.ts': [[]],
}

interface Situation {
  name: string
  /** Those that have to do with it. */
  files: readonly string[]
  env: () => Record<string, string>
  place: string
}

const SITUATIONS: readonly Situation[] = [
  {
    name: 'a database that refuses the password',
    files: Object.keys(CALLS),
    env: () => ({ DATABASE_URL: refusingDatabase, BACKUP_TO: place }),
    place,
  },
  {
    name: 'stores that refuse the key',
    files: Object.keys(CALLS).filter((file) => !/importArchive|migrate|moveDatabase|verifyRecord/.test(file)),
    env: () => ({
      DATABASE_URL: urlOfDatabase(database.poolConfig),
      FILES: 's3',
      FILES_ALSO: 'disk',
      S3_BUCKET: 'rooms',
      S3_ENDPOINT: endpoint,
      BACKUP_TO: 's3://copies/',
    }),
    place: 's3://copies/',
  },
]

/** @returns what a command has printed */
async function run(file: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  const ran = runProduct(
    file,
    {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'trace',
      SMTP_URL: `smtp://${MAILS_USER}:${MAILS_PASSWORD}@127.0.0.1:1`,
      MAIL_FROM: 'rooms@fund.example',
      ...SECRETS,
      ...env,
    },
    args,
  )
  const code = await ran.ended
  const output = ran.output()
  expect([file, code, output !== ''], output).toEqual([file, expect.any(Number), true])
  return output
}

function requireNone(output: string, what: string): void {
  for (const secret of [...Object.values(SECRETS), ...LOGINS, ...signatures])
    expect(output.includes(secret), `${what}: ${output}`).toBe(false)
}

test('the calls are those of every command that there is', () => {
  const folder = path.join(import.meta.dirname, '../server/commands')
  const commands = readdirSync(folder).filter(
    (name) =>
      name.endsWith('.ts') && readFileSync(path.join(folder, name), 'utf8').includes('await runCommand('),
  )
  expect(Object.keys(CALLS).filter((file) => file.startsWith('commands/'))).toEqual(
    commands.map((name) => `commands/${name}`).sort(),
  )
})

/** Processes at the same time. */
const CONCURRENT = 3

for (const { name, files, env, place: from } of SITUATIONS) {
  test(`OPS-21 with ${name} no command prints a password, a passphrase, a key or a signature, at the finest level`, {
    timeout: TIMEOUT,
  }, async () => {
    const waiting = files.flatMap((file) => (CALLS[file] ?? []).map((call) => ({ file, call }))).values()
    const work = async () => {
      for (const { file, call } of waiting) {
        const args = call.map((part) => part.replace('TARGET', refusingDatabase).replace('PLACE', from))
        const { DATABASE_URL = '', ...rest } = env()
        // The one that moves out of the embedded database has no other.
        const isEmbedded = file === 'commands/moveDatabase.ts'
        requireNone(await run(file, args, isEmbedded ? rest : { ...rest, DATABASE_URL }), `${file} ${args}`)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT }, work))
    if (from.startsWith('s3:')) expect(signatures.length).toBeGreaterThan(0)
  })
}

test('OPS-21 what is called wrongly is not repeated where it may have a password', {
  timeout: TIMEOUT,
}, async () => {
  const login = `${ROWS_USER}:${ROWS_PASSWORD}@db/rooms`
  const calls: [string, string[]][] = [
    ['commands/migrate.ts', [`postgres://${login}`]],
    ['commands/moveDatabase.ts', ['--nothing', `postgres://${login}`]],
    ['commands/moveDatabase.ts', ['--to', `mysql://${login}`]],
    ['commands/backup.ts', ['--to', `s3://${login}`]],
  ]
  for (const [file, args] of calls) requireNone(await run(file, args, {}), `${file} ${args}`)
})

test('OPS-21 no wrong setting is shown that has a login, or that is a secret in its file', () => {
  const file = path.join(dataDir, 'setting')
  writeFileSync(file, `https://${ROWS_USER}:${ROWS_PASSWORD}@host.example/a b?c\n`)
  for (const name of NAMES) {
    for (const env of [{ [name]: readFileSync(file, 'utf8') }, { [`${name}_FILE`]: file }]) {
      let sentence = ''
      try {
        setting(env, name)
      } catch (error) {
        sentence = String(error)
      }
      expect(sentence, name).not.toContain(ROWS_PASSWORD)
      expect(sentence, name).not.toContain(ROWS_USER)
    }
  }
})

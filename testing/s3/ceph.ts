import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort, isListening } from '../cluster/living.ts'
import { until } from '../until.ts'

const run = promisify(execFile)

/** Debian's packages that have the programs. */
export const CEPH_PACKAGES = 'ceph-mon ceph-osd ceph-common radosgw'
const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool']
const STARTED_WITHIN_MS = 120_000
/** Bytes of objects for which a store has room unless it is told otherwise, in memory or in its folder. */
const STORE_BYTES = 4 * 1024 ** 3

export interface StoreAddress {
  endpoint: string
  accessKeyId: string
  secretAccessKey: string
  /** The key of another user, who may do what policies of buckets allow. */
  limited: { accessKeyId: string; secretAccessKey: string }
  /** File with the configuration of its programs. */
  conf: string
}

/** Name of that user in policies. */
export const LIMITED_USER = 'limited'

export interface RunningStore extends StoreAddress {
  stop(): Promise<void>
}

/** Whether this machine has the programs. */
export async function hasCeph(): Promise<boolean> {
  const found = await Promise.allSettled(PROGRAMS.map((program) => run('which', [program])))
  return found.every(({ status }) => status === 'fulfilled')
}

const started = (what: string, is: () => Promise<boolean>): Promise<boolean> =>
  until(`${what} of the object store`, () => is().catch(() => false), STARTED_WITHIN_MS)

/** One of the programs of a store. */
export interface CephDaemon {
  readonly name: 'monitor' | 'objects' | 'gateway'
  readonly program: string
  readonly args: readonly string[]
}

const CREDENTIALS = { accessKeyId: 'testaccess', secretAccessKey: 'testsecret' }
const LIMITED = { accessKeyId: 'limitedaccess', secretAccessKey: 'limitedsecret' }

/** Where a store lies and listens. */
export interface CephPlaces {
  readonly folder: string
  readonly port: number
  readonly monitorPort: number
  /** Where it listens; unless given, on this machine alone. */
  readonly host?: string
  /** Whether objects lie in the folder, to be there when the store is started again, or in memory. */
  readonly isKept: boolean
  /** For how many bytes of objects there is room. */
  readonly bytes?: number
}

/** A store of objects on this machine, as many run it: Ceph with one monitor, one store, and its S3 gateway. */
export async function startCeph(): Promise<RunningStore> {
  // Sockets lie in it, whose paths are short.
  const folder = await mkdtemp(path.join(os.tmpdir(), 's3-'))
  const children: ChildProcess[] = []
  const stop = async () => {
    const ended = children
      .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      .map((child) => once(child, 'exit'))
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(ended)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const places = { folder, port: await freePort(), monitorPort: await freePort(), isKept: false }
    const address = await bringUpCeph(places, ({ program, args }) => {
      children.push(spawn(program, args, { stdio: 'ignore' }))
    })
    return { ...address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts the programs of a store one after the other, as each needs those before it; makes it where it is not there. */
export async function bringUpCeph(
  places: CephPlaces,
  launch: (daemon: CephDaemon) => void,
): Promise<StoreAddress> {
  const { folder, port, monitorPort, host = '127.0.0.1' } = places
  const conf = path.join(folder, 'ceph.conf')
  const made = path.join(folder, 'made')
  const id = await readFile(made, 'utf8').catch(() => null)
  const daemon = (name: CephDaemon['name'], program: string, args: readonly string[]): CephDaemon => ({
    name,
    program,
    args: ['-f', '-c', conf, ...args],
  })
  const osd = randomUUID()
  if (id === null) await rm(folder, { recursive: true, force: true })
  for (const name of ['run', 'mon/a', 'osd/0', 'rgw'])
    await mkdir(path.join(folder, name), { recursive: true })
  const ownId = id ?? randomUUID()
  await writeFile(conf, configOf({ ...places, id: ownId }))
  if (id === null) {
    const map = path.join(folder, 'monmap')
    await run('monmaptool', ['--create', '--fsid', ownId, '--addv', 'a', `[v2:${host}:${monitorPort}]`, map])
    await run('ceph-mon', ['-c', conf, '-i', 'a', '--mkfs', '--monmap', map])
  }
  launch(daemon('monitor', 'ceph-mon', ['-i', 'a']))
  await started('the monitor', () => isListening(monitorPort, host))
  if (id === null) {
    await started('a number', () => run('ceph', ['-c', conf, 'osd', 'new', osd, '0']).then(() => true))
    await run('ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', osd])
  }
  launch(daemon('objects', 'ceph-osd', ['-i', '0']))
  await started('the daemon', async () =>
    / 1 up/.test((await run('ceph', ['-c', conf, 'osd', 'stat'])).stdout),
  )
  launch(daemon('gateway', 'radosgw', ['-n', 'client.rgw']))
  await started('the gateway', () => isListening(port, host))
  if (id === null) {
    for (const [uid, { accessKeyId, secretAccessKey }] of [
      ['test', CREDENTIALS],
      [LIMITED_USER, LIMITED],
    ] as const) {
      const user = [`--uid=${uid}`, '--display-name=Test', `--access-key=${accessKeyId}`]
      await run('radosgw-admin', [
        ...['-c', conf, '-n', 'client.rgw', 'user', 'create'],
        ...user,
        `--secret-key=${secretAccessKey}`,
      ])
    }
    await writeFile(made, ownId)
  }
  return { endpoint: `http://${host}:${port}`, ...CREDENTIALS, limited: LIMITED, conf }
}

/** A further gateway to a store, to be killed and started again: what is stored outlives it. */
export async function startGateway(conf: string, port: number): Promise<ChildProcess> {
  const own = ['--rgw-frontends', `beast endpoint=127.0.0.1:${port}`, '--admin-socket', '']
  const child = spawn('radosgw', ['-f', '-c', conf, '-n', 'client.rgw', ...own], { stdio: 'ignore' })
  await started('a further gateway', () => isListening(port))
  return child
}

const configOf = ({
  folder,
  id,
  port,
  monitorPort,
  isKept,
  host = '127.0.0.1',
  bytes = STORE_BYTES,
}: CephPlaces & { id: string }): string => `[global]
fsid = ${id}
mon host = [v2:${host}:${monitorPort}]
public addr = ${host}
cluster addr = ${host}
ms bind ipv6 = false
ms mon client mode = crc secure
auth cluster required = none
auth service required = none
auth client required = none
auth allow insecure global id reclaim = false
run dir = ${folder}/run
${isKept ? 'admin socket =' : `admin socket = ${folder}/run/$name.asok`}
log file = ${folder}/$name.log
log to stderr = false
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
rgw rados pool pg num min = 8
mon allow pool size one = true
mon warn on pool no redundancy = false
mon max pg per osd = 1000
[mon]
mon data = ${folder}/mon/a
mon data avail crit = 1
mon data avail warn = 2
[osd]
osd data = ${folder}/osd/0
osd objectstore = ${isKept ? 'bluestore' : 'memstore'}
osd class update on start = false
memstore device bytes = ${bytes}
bluestore block size = ${bytes}
bluestore cache autotune = false
bluestore cache size = 67108864
bluestore fsck on mount = false
osd heartbeat grace = 4
osd heartbeat interval = 1
osd max object name len = 256
osd max object namespace len = 64
[client.rgw]
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=${host}:${port}
rgw thread pool size = 16
rgw run sync thread = false
`

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Debian's packages that have the programs. */
export const CEPH_PACKAGES = 'ceph-mon ceph-osd ceph-common radosgw'
const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool']
const STARTED_WITHIN_MS = 120_000
/** Bytes of memory that the store keeps objects in. */
const STORE_BYTES = 4 * 1024 ** 3

export interface StoreAddress {
  endpoint: string
  accessKeyId: string
  secretAccessKey: string
  /** The key of another user, who may do what policies of buckets allow. */
  limited: { accessKeyId: string; secretAccessKey: string }
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

/** Ports that nobody listens on now. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
  const ports = servers.map((server) => {
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('A server without a port.')
    return address.port
  })
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

async function until(what: string, is: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + STARTED_WITHIN_MS
  while (!(await is().catch(() => false))) {
    if (Date.now() > end) throw new Error(`The object store did not start: ${what}.`)
    await sleep(100)
  }
}

/** A store of objects on this machine, as many run it: Ceph with one monitor, one store in memory, and its S3 gateway. */
export async function startCeph(): Promise<RunningStore> {
  // Sockets lie in it, whose paths are short.
  const folder = await mkdtemp(path.join(os.tmpdir(), 's3-'))
  const [port = 0, monitorPort = 0] = await freePorts(2)
  const conf = path.join(folder, 'ceph.conf')
  const credentials = { accessKeyId: 'testaccess', secretAccessKey: 'testsecret' }
  const limited = { accessKeyId: 'limitedaccess', secretAccessKey: 'limitedsecret' }
  const children: ChildProcess[] = []
  const launch = (program: string, args: readonly string[]) => {
    children.push(spawn(program, ['-f', '-c', conf, ...args], { stdio: 'ignore' }))
  }
  const stop = async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    for (const name of ['run', 'mon/a', 'osd/0', 'rgw'])
      await mkdir(path.join(folder, name), { recursive: true })
    const id = randomUUID()
    await writeFile(conf, configOf({ folder, id, port, monitorPort }))
    const map = path.join(folder, 'monmap')
    await run('monmaptool', ['--create', '--fsid', id, '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, map])
    await run('ceph-mon', ['-c', conf, '-i', 'a', '--mkfs', '--monmap', map])
    launch('ceph-mon', ['-i', 'a'])
    await until('the monitor', () => isListening(monitorPort))
    const osd = randomUUID()
    await until('a number for the store', () =>
      run('ceph', ['-c', conf, 'osd', 'new', osd, '0']).then(() => true),
    )
    await run('ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', osd])
    launch('ceph-osd', ['-i', '0'])
    await until('the store', async () =>
      / 1 up/.test((await run('ceph', ['-c', conf, 'osd', 'stat'])).stdout),
    )
    launch('radosgw', ['-n', 'client.rgw'])
    await until('the gateway', () => isListening(port))
    for (const [uid, { accessKeyId, secretAccessKey }] of [
      ['test', credentials],
      [LIMITED_USER, limited],
    ] as const) {
      const user = [`--uid=${uid}`, '--display-name=Test', `--access-key=${accessKeyId}`]
      await run('radosgw-admin', [
        ...['-c', conf, '-n', 'client.rgw', 'user', 'create'],
        ...user,
        `--secret-key=${secretAccessKey}`,
      ])
    }
    return { endpoint: `http://127.0.0.1:${port}`, ...credentials, limited, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Places {
  folder: string
  id: string
  port: number
  monitorPort: number
}

const configOf = ({ folder, id, port, monitorPort }: Places): string => `[global]
fsid = ${id}
mon host = [v2:127.0.0.1:${monitorPort}]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
ms mon client mode = crc secure
auth cluster required = none
auth service required = none
auth client required = none
auth allow insecure global id reclaim = false
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
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
osd objectstore = memstore
osd class update on start = false
memstore device bytes = ${STORE_BYTES}
osd max object name len = 256
osd max object namespace len = 64
[client.rgw]
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw thread pool size = 16
rgw run sync thread = false
`

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Balancer } from './balancer.ts'
import { marked, Supervised } from './supervised.ts'

const DELIVERED = path.resolve(import.meta.dirname, '../../deploy/nginx/helioroom.conf')
const SERVER = /^( *)server 127\.0\.0\.1:\d+( [^;]*)?;\n/gm

/** nginx, where the machine has it: its folder is not on every path. */
export const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((file) =>
  existsSync(file),
)

export interface NginxPlaces {
  /** For what nginx writes. */
  readonly folder: string
  readonly port: number
  readonly servers: readonly number[]
  /** Of these, those that get no new requests. */
  readonly leftOut?: readonly number[]
  /** Servers that failed are asked again immediately. */
  readonly asksAgain?: boolean
}

/** Writes the configuration that is delivered, with these ports, and around it what runs it in the folder. @returns its path */
export function writeNginx({ folder, port, servers, leftOut = [], asksAgain }: NginxPlaces): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  mkdirSync(folder, { recursive: true })
  const text = readFileSync(DELIVERED, 'utf8')
  const [line = '', indent = '', rest = ''] = new RegExp(SERVER.source, 'm').exec(text) ?? []
  if (line === '') throw new Error(`${DELIVERED} names no servers.`)
  const lines = servers.map((each) => {
    const down = leftOut.includes(each) ? ' down' : ''
    const tries = asksAgain ? rest.replace('max_fails=1', 'max_fails=0') : rest
    return `${indent}server 127.0.0.1:${each}${tries}${down};\n`
  })
  let isFirst = true
  const delivered = text
    .replace(SERVER, () => {
      if (!isFirst) return ''
      isFirst = false
      return lines.join('')
    })
    .replace(/listen 80;/, `listen 127.0.0.1:${port};`)
  writeFileSync(path.join(folder, 'helioroom.conf'), delivered)
  const main = path.join(folder, 'nginx.conf')
  writeFileSync(
    main,
    `pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
worker_processes 1;
daemon off;
events { worker_connections 4096; }
http {
    access_log off;
${temporary.map((name) => `    ${name}_temp_path ${folder}/${name};\n`).join('')}    include ${folder}/helioroom.conf;
}
`,
  )
  return main
}

/** What nginx says of a configuration; empty where it takes it. */
export function refusalOf(main: string): string {
  const { status, stderr } = spawnSync(NGINX ?? 'nginx', ['-t', '-e', 'stderr', '-c', main], {
    encoding: 'utf8',
  })
  return status === 0 ? '' : stderr
}

/** nginx with the configuration that is delivered, started again whenever it dies. */
export function nginxBalancer(
  places: NginxPlaces,
  folder: string,
  mark: string,
): Balancer & { main: Supervised } {
  const file = writeNginx(places)
  const main = new Supervised('balancer', folder, (output) =>
    spawn(NGINX ?? 'nginx', ['-e', path.join(places.folder, 'error.log'), '-c', file], {
      env: marked(mark, { PATH: process.env.PATH }),
      stdio: ['ignore', output, output],
      detached: true,
    }),
  )
  main.start()
  return {
    main,
    pid: () => main.pid,
    leaveOut: async (leftOut) => {
      writeNginx({ ...places, leftOut })
      main.kill('SIGHUP')
      // Its processes of before take no new connections once those of the new configuration are there.
      await new Promise((resolve) => setTimeout(resolve, 300))
    },
    stop: () => main.stop('SIGTERM', 5000),
  }
}

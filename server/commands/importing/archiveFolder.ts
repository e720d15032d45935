import { execFile } from 'node:child_process'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ConfigError } from '../../settings.ts'
import type { Manifest, Rows } from './rows.ts'

const VERIFIER = path.join(import.meta.dirname, '../../modules/archives/offline/verify.mjs')

/** An archive of everything, unpacked in a folder, of which it was verified that nothing was changed. */
export interface ArchiveFolder {
  manifest: Manifest
  /** Of the manifest, in hexadecimal: which archive it is. */
  sha256: string
  rows<Kind extends keyof Rows>(kind: Kind): AsyncGenerator<Rows[Kind]>
  all<Kind extends keyof Rows>(kind: Kind): Promise<Rows[Kind][]>
  /** Bytes of a file. */
  read(name: string): Readable
  /** How many these are. */
  sizeOf(name: string): number
  /** A name that nothing at the top of the documents has: of the folder for the record and all that proves the archive. */
  attachments: string
}

/** The text of a list without the call that it is (docs/archive.md). */
const callOf = (text: string): { rows: unknown[] } =>
  JSON.parse(text.slice('helioroom('.length, text.lastIndexOf(')'))) as { rows: unknown[] }

/** @throws ConfigError for what is no archive of everything, and one that was changed */
export async function openArchiveFolder(
  folder: string,
  { keyFile, say }: { keyFile?: string; say: (sentence: string) => void },
): Promise<ArchiveFolder> {
  const fileOf = (name: string) => path.join(folder, name)
  const manifest = manifestIn(folder)
  if (manifest.viewpoint.kind === 'GROUP') {
    throw new ConfigError(
      `This archive has what ${manifest.viewpoint.group} could see. A room is made again from an archive of everything alone.`,
    )
  }
  say('Verifying the archive …')
  const { problems, lines } = await verify(folder, keyFile)
  if (problems) {
    for (const line of lines) say(line)
    throw new ConfigError('This archive is not as it was made. Nothing was imported.')
  }
  const { manifest: sha256 } = JSON.parse(readFileSync(fileOf('signature.json'), 'utf8')) as {
    manifest: string
  }
  const rows = async function* <Kind extends keyof Rows>(kind: Kind): AsyncGenerator<Rows[Kind]> {
    for (const list of manifest.lists) {
      if (list.kind !== kind) continue
      for (const row of callOf(await readFile(fileOf(list.path), 'utf8')).rows) yield row as Rows[Kind]
    }
  }
  return {
    manifest,
    sha256,
    rows,
    all: async <Kind extends keyof Rows>(kind: Kind) => {
      const all: Rows[Kind][] = []
      for await (const row of rows(kind)) all.push(row)
      return all
    },
    read: (name) => createReadStream(fileOf(name)),
    sizeOf: (name) => statSync(fileOf(name)).size,
    attachments: await freeName(rows),
  }
}

const ATTACHMENTS = 'Closing archive'

async function freeName(rows: ArchiveFolder['rows']): Promise<string> {
  const taken = new Set<string>()
  for await (const { tree, parent, name } of rows('folders')) {
    if (tree === 'DOCUMENTS' && parent === undefined) taken.add(name.toLowerCase())
  }
  let name = ATTACHMENTS
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${ATTACHMENTS} ${number}`
  return name
}

/** @throws ConfigError */
function manifestIn(folder: string): Manifest {
  let text: string
  try {
    text = readFileSync(path.join(folder, 'manifest.json'), 'utf8')
  } catch {
    throw new ConfigError(`There is no archive in ${folder}. Please unpack all of its parts there.`)
  }
  try {
    const manifest = JSON.parse(text) as Manifest
    if (manifest.format === 'helioroom archive 1') return manifest
  } catch {
    // Said below.
  }
  throw new ConfigError(`The archive in ${folder} can’t be read.`)
}

/** Runs the verifier that archives have, of this version of the product and not the one that came along. */
function verify(
  folder: string,
  keyFile: string | undefined,
): Promise<{ problems: boolean; lines: string[] }> {
  const args = [VERIFIER, ...(keyFile === undefined ? [] : ['--key', keyFile]), folder]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.split('\n').filter(Boolean)
      resolve({ problems: error !== null, lines })
    })
  })
}

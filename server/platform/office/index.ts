import { createWriteStream } from 'node:fs'
import { chown, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Source } from '../confined/index.ts'
import {
  type Failure,
  findProgram,
  PATH_FOLDERS,
  type Running,
  runnable,
  runProgram,
} from '../programs/index.ts'
import { OFFICE_PROCESS } from './limits.ts'
import { type Confinement, findConfinement, type Network } from './network.ts'
import { PROFILE } from './profile.ts'

export interface OfficeSettings {
  /** The path of LibreOffice; `off` for none; undefined: the one that is found on this machine, if any (PAGE-03). */
  program: string | undefined
}

/** An Office file as it is stored. */
export interface OfficeFile {
  /** In lower case without the dot. */
  extension: string
  source: Source
}

/** What LibreOffice has made, as long as it is being used. */
export interface MadePdf {
  /** Of a file that is removed afterwards. */
  path: string
  /** Bytes. */
  size: number
}

export interface Office {
  /** Whether this machine has LibreOffice; found out once. */
  isThere(): Promise<boolean>
  /** For those who run the server: its name, with its version once it has said so, and how it is kept from the network; null without one. */
  about(): Promise<{ name: string; network: Network } | null>
  /**
   * Makes a PDF of a file and gives it to `use`; one file at a time, others wait (PAGE-10).
   * @returns what `use` returned, or why there is no PDF
   * @throws OfficeClosed, and the errors of the source and of `use`
   */
  toPdf<Used>(
    file: OfficeFile,
    use: (pdf: MadePdf) => Promise<Used>,
  ): Promise<{ used: Used } | { failure: Failure }>
  /** Ends what is running; nothing is made any more. */
  close(): void
}

/** The server is being stopped. */
export class OfficeClosed extends Error {
  override name = 'OfficeClosed'
}

/** Where installers put it besides the folders of the PATH. */
const USUAL_FOLDERS = [
  '/usr/bin',
  '/usr/local/bin',
  '/usr/lib/libreoffice/program',
  '/opt/libreoffice/program',
  '/snap/bin',
  '/Applications/LibreOffice.app/Contents/MacOS',
]
/** Folders of conversions, one for each, by the process that makes them. */
const FOLDER = 'helioroom-office-'
/** Milliseconds after which one is of no conversion that still runs. */
const ABANDONED_MS = 3_600_000
/** Those of this process that are in use. */
const inUse = new Set<string>()

/** @throws where none can be made */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `${FOLDER}${process.pid}-`))
  inUse.add(folder)
  return folder
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  inUse.delete(folder)
}

/** Makes PDFs of Office files by the LibreOffice of this machine, where a file can do no harm. */
export function createOffice(
  { program }: OfficeSettings,
  log: { warn(message: string): void },
  limits = OFFICE_PROCESS,
  confine: () => Promise<Confinement> = findConfinement,
): Office {
  let found: Promise<{ program: string; confinement: Confinement } | null> | undefined
  let isAsked = false
  let name = 'LibreOffice'
  let running: Running | undefined
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  void sweep().catch(() => {})
  const find = async () => {
    if (program === 'off') return null
    const there =
      program === undefined
        ? ((await findProgram('soffice', [...PATH_FOLDERS, ...USUAL_FOLDERS])) ?? null)
        : ((await runnable(program)) ?? null)
    if (there === null) {
      if (program !== undefined)
        log.warn(
          `LIBREOFFICE is ${program}, which is no program that can be run. Office files get plain pages.`,
        )
      return null
    }
    return { program: there, confinement: await confine() }
  }
  const office = () => {
    found ??= find()
    return found
  }

  const convert = async <Used>(
    { extension, source }: OfficeFile,
    use: (pdf: MadePdf) => Promise<Used>,
  ): Promise<{ used: Used } | { failure: Failure }> => {
    const there = await office()
    if (closed) throw new OfficeClosed()
    if (!there) return { failure: 'FAILED' }
    const { prefix, user } = there.confinement
    // It reaches this folder alone, and nothing of one file is there for the next.
    const folder = await newFolder()
    try {
      const file = path.join(folder, `file.${extension}`)
      const made = path.join(folder, 'made')
      const home = path.join(folder, 'home')
      await mkdir(path.join(home, 'profile', 'user'), { recursive: true })
      await mkdir(made)
      await writeFile(path.join(home, 'profile', 'user', 'registrymodifications.xcu'), PROFILE)
      await write(file, source)
      if (user !== null) await own(folder, user)
      const command = [
        ...prefix,
        there.program,
        '--headless',
        '--norestore',
        '--nolockcheck',
        '--nodefault',
        '--nologo',
        `-env:UserInstallation=${pathToFileURL(path.join(home, 'profile')).href}`,
        '--convert-to',
        'pdf',
        '--outdir',
        made,
        file,
      ]
      const [first = there.program, ...rest] = command
      running = runProgram([first, ...rest], {
        env: { PATH: '/usr/bin:/bin', HOME: home, TMPDIR: home, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
        folder,
        isAwaited: true,
        limits,
      })
      const output = await running.output
      // What it has started and left behind goes with it.
      running.kill()
      running = undefined
      if (closed) throw new OfficeClosed()
      if (output.bytes === null) return { failure: output.failure }
      // It ends well where it could not open a file, too.
      const pdf = path.join(made, 'file.pdf')
      const written = await lstat(pdf).catch(() => null)
      if (!written?.isFile() || written.size === 0) return { failure: 'FAILED' }
      return { used: await use({ path: pdf, size: written.size }) }
    } finally {
      await removeFolder(folder)
    }
  }

  return {
    isThere: async () => (await office()) !== null,
    about: async () => {
      const there = await office()
      if (!there) return null
      // LibreOffice takes seconds to say it, and nobody waits for that.
      if (!isAsked) {
        isAsked = true
        nameOf(there.program).then(
          (said) => {
            name = said
          },
          () => {},
        )
      }
      return { name, network: there.confinement.network }
    },
    toPdf(file, use) {
      const converted = last.then(() => convert(file, use))
      last = converted.catch(() => {})
      return converted
    },
    close() {
      closed = true
      running?.kill()
    },
  }
}

/** Such as LibreOffice 7.4. */
async function nameOf(program: string): Promise<string> {
  const folder = await newFolder()
  try {
    const env = { PATH: '/usr/bin:/bin', HOME: folder, TMPDIR: folder, LC_ALL: 'C.UTF-8' }
    const { bytes } = await runProgram([program, '--version'], { env, folder, limits: OFFICE_PROCESS }).output
    return /LibreOffice \d+\.\d+/.exec(bytes?.toString('utf8') ?? '')?.[0] ?? 'LibreOffice'
  } finally {
    await removeFolder(folder)
  }
}

async function write(file: string, source: Source): Promise<void> {
  const target = createWriteStream(file, { mode: 0o600 })
  const opened = Promise.withResolvers<void>()
  target.once('open', () => opened.resolve())
  target.once('error', opened.reject)
  await opened.promise
  try {
    await source(
      (chunk) =>
        new Promise((resolve, reject) => {
          target.write(chunk, (error) => (error ? reject(error) : resolve()))
        }),
    )
  } finally {
    await new Promise<void>((resolve) => target.end(() => resolve()))
  }
}

/** Removes folders of a server that was killed: each holds a file as it was uploaded (PAGE-10). */
async function sweep(): Promise<void> {
  const root = os.tmpdir()
  for (const name of await readdir(root)) {
    if (!name.startsWith(FOLDER)) continue
    const folder = path.join(root, name)
    if (inUse.has(folder)) continue
    // One that is gone meanwhile, or is somebody else's, keeps none of the others.
    await sweepOne(folder, ownerOf(name)).catch(() => {})
  }
}

async function sweepOne(folder: string, owner: number): Promise<void> {
  const { mtimeMs } = await lstat(folder)
  if (Date.now() - mtimeMs > ABANDONED_MS || !isRunning(owner)) {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The process that a folder is of. */
const ownerOf = (name: string): number => Number(name.slice(FOLDER.length).split('-')[0])

/** Whether it is another process than this one, in which nothing of that name is in use. */
function isRunning(pid: number): boolean {
  if (pid === process.pid || !Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Gives a folder with all in it to a user. */
async function own(folder: string, user: number): Promise<void> {
  await chown(folder, user, user)
  for (const entry of await readdir(folder, { recursive: true })) {
    await chown(path.join(folder, entry), user, user)
  }
}

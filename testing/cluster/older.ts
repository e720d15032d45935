import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Program, ROOT } from './member.ts'

/** The version is not there, or can't be made. */
export class VersionError extends Error {}

const git = (...args: string[]): string | null => {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** The commit of a name; null where there is none. */
export const commitOf = (name: string): string | null =>
  git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)

/** The last commit before the newest migration; null where this is no clone, or not all of one. */
export function versionBefore(): string | null {
  const [added] =
    git('log', '--diff-filter=A', '--format=%H', '-1', '--', 'migrations/0*.sql')?.split('\n') ?? []
  return added ? commitOf(`${added}^`) : null
}

/** Lays the files of a commit into a folder, with its packages. */
export function olderProgram(commit: string, folder: string): Program {
  mkdirSync(folder, { recursive: true })
  const laid = spawnSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (laid.status !== 0 || !existsSync(path.join(folder, 'server/main.ts')))
    throw new VersionError(`There is no version ${commit}: ${laid.stderr}`)
  const lockfile = (root: string) => readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  if (lockfile(folder) === lockfile(ROOT))
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  else
    run(
      'npm',
      ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
      folder,
    )
  return { root: folder }
}

/** Builds the pages of a version, so that its servers have page files. */
export function buildPages({ root }: Program): void {
  const web = pathToFileURL(path.join(root, 'bin/lib/web.mjs')).href
  run(process.execPath, ['-e', `import('${web}').then(({ ensureWebBuilt }) => ensureWebBuilt())`], root)
}

function run(command: string, args: string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new VersionError(`${command} ${args[0]} ended with ${status} in ${cwd}.`)
}

import { withoutNetwork } from '../confined/index.ts'
import { findProgram, PATH_FOLDERS, runProgram } from '../programs/index.ts'

/** How a program is kept from the network: by a namespace without any, or only by a proxy that leads nowhere. */
export type Network = 'NAMESPACE' | 'PROXY'

const ADMIN_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
/** Who owns nothing. */
const NOBODY = 65_534
const TRY = { timeMs: 10_000, workS: 5, addressBytes: 1_073_741_824, answerBytes: 4096, fileBytes: 0 }

/** What stands before a program so that it has no network, and, of a server that runs as root, none of its rights. */
export interface Confinement {
  network: Network
  prefix: readonly string[]
  /** Whose files it may read besides everybody's: null for those of the server's own user. */
  user: number | null
}

/** Found out by trying, since containers often forbid it. */
export async function findConfinement(isRoot = process.getuid?.() === 0): Promise<Confinement> {
  const folders = [...PATH_FOLDERS, ...ADMIN_FOLDERS]
  const [setpriv, nothing] = await Promise.all(['setpriv', 'true'].map((name) => findProgram(name, folders)))
  const drop =
    isRoot && setpriv
      ? [setpriv, `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs']
      : []
  const user = drop.length > 0 ? NOBODY : null
  if (nothing === undefined) return { network: 'PROXY', prefix: [], user: null }
  const namespace = await withoutNetwork(isRoot)
  if (namespace && (await works([...namespace, ...drop, nothing]))) {
    return { network: 'NAMESPACE', prefix: [...namespace, ...drop], user }
  }
  if (drop.length > 0 && (await works([...drop, nothing]))) return { network: 'PROXY', prefix: drop, user }
  return { network: 'PROXY', prefix: [], user: null }
}

async function works([program, ...args]: readonly string[]): Promise<boolean> {
  if (program === undefined) return false
  const { bytes } = await runProgram([program, ...args], { env: {}, limits: TRY }).output
  return bytes !== null
}

import { readFileSync, statSync } from 'node:fs'
import { codeOf } from './platform/errorCode.ts'

/** A longer one is no setting, but a file named by mistake. */
const MAX_BYTES = 65_536

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of the path is a file',
  ELOOP: 'it is a circle of links',
}

/**
 * What a file says for a setting, without the line break at its end, or why it says nothing. One without content is a
 * mistake: where it counted as absent, a secret whose file was not yet written would give way to a default.
 */
export function readSettingFile(file: string): { text: string } | { reason: string } {
  try {
    const about = statSync(file)
    if (!about.isFile()) return { reason: 'it is no file' }
    if (about.size > MAX_BYTES) return { reason: 'it is too large for a setting' }
    const text = readFileSync(file, 'utf8').trim()
    return text === '' ? { reason: 'it is empty' } : { text }
  } catch (error) {
    return { reason: REASONS[codeOf(error)] ?? codeOf(error) }
  }
}

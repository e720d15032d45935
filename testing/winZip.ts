import { createDecipheriv, createHmac, pbkdf2Sync } from 'node:crypto'

/** The content of the first encrypted entry of a zip, as WinZip's description of AE-2 has it; null for a wrong passphrase. */
export function decryptFirst(zip: Buffer, passphrase: string): { name: string; content: Buffer } | null {
  const [names, extras] = [zip.readUInt16LE(26), zip.readUInt16LE(28)]
  const end = zip.readUInt32LE(zip.length - 6)
  const size = zip.readUInt32LE(end + 20)
  const from = 30 + names + extras
  const stored = zip.subarray(from, from + size)
  const keys = pbkdf2Sync(passphrase, stored.subarray(0, 16), 1000, 66, 'sha1')
  if (!stored.subarray(16, 18).equals(keys.subarray(64))) return null
  const body = stored.subarray(18, -10)
  const code = createHmac('sha1', keys.subarray(32, 64)).update(body).digest().subarray(0, 10)
  if (!code.equals(stored.subarray(-10))) throw new Error('The content was changed.')
  const content = Buffer.alloc(body.length)
  for (let at = 0, number = 1; at < body.length; at += 16, number += 1) {
    const block = Buffer.alloc(16)
    block.writeUInt32LE(number, 0)
    const cipher = createDecipheriv('aes-256-ctr', keys.subarray(0, 32), block)
    cipher.update(body.subarray(at, at + 16)).copy(content, at)
  }
  return { name: zip.subarray(30, 30 + names).toString(), content }
}

import { expect, test } from 'vitest'
import { createSigner } from './signing.ts'

const SECRET = 'a secret of at least thirty-two characters'
const NOW = Date.parse('2026-03-02T09:00:00.000Z')
const LATER = NOW / 1000 + 3600
const UPLOAD = { version: 'v-1', personId: 'p-1', size: 50_000, expires: LATER }
const FILE = { fileId: 'f-1', personId: 'p-1', disposition: 'inline', expires: LATER } as const

const signatureOf = (url: string): string => new URL(url, 'http://x').searchParams.get('signature') ?? ''

test('UPL-37 an upload address is bound to version, person, size and expiry', () => {
  const signer = createSigner(SECRET)
  const url = signer.uploadUrl(UPLOAD)
  expect(url).toMatch(new RegExp(`^/uploads/v-1\\?expires=${LATER}&signature=[\\w-]{43}$`))
  const signature = signatureOf(url)
  expect(signer.verifyUpload(UPLOAD, signature, NOW)).toBe('valid')
  for (const change of [{ version: 'v-2' }, { personId: 'p-2' }, { size: 50_001 }, { expires: LATER + 1 }]) {
    expect(signer.verifyUpload({ ...UPLOAD, ...change }, signature, NOW)).toBe('invalid')
  }
})

test('UPL-37 an upload address ends at its expiry; altered ones are invalid even then', () => {
  const signer = createSigner(SECRET)
  const signature = signatureOf(signer.uploadUrl(UPLOAD))
  expect(signer.verifyUpload(UPLOAD, signature, LATER * 1000 - 1)).toBe('valid')
  expect(signer.verifyUpload(UPLOAD, signature, LATER * 1000)).toBe('expired')
  expect(signer.verifyUpload({ ...UPLOAD, size: 1 }, signature, LATER * 1000)).toBe('invalid')
  for (const wrong of ['', 'x', signature.slice(1), `${signature}x`, signature.replace(/^./, '!')]) {
    expect(signer.verifyUpload(UPLOAD, wrong, NOW)).toBe('invalid')
  }
})

test('a file address is bound to content, person, disposition and expiry', () => {
  const signer = createSigner(SECRET)
  const url = signer.fileUrl(FILE)
  expect(url).toMatch(new RegExp(`^/files/f-1\\?expires=${LATER}&disposition=inline&signature=[\\w-]{22}$`))
  const signature = signatureOf(url)
  expect(signer.verifyFile(FILE, signature, NOW)).toBe('valid')
  expect(signer.verifyFile(FILE, signature, LATER * 1000)).toBe('expired')
  for (const change of [
    { fileId: 'f-2' },
    { personId: 'p-2' },
    { disposition: 'attachment' as const },
    { expires: LATER - 1 },
  ]) {
    expect(signer.verifyFile({ ...FILE, ...change }, signature, NOW)).toBe('invalid')
  }
})

test('DOP-32 each address of a download is another and good for itself; a preview keeps its own', () => {
  const signer = createSigner(SECRET)
  const attachment = { ...FILE, disposition: 'attachment' } as const
  const [one, other] = [signer.fileUrl(attachment), signer.fileUrl(attachment)].map(signatureOf)
  expect(one).not.toBe(other)
  for (const signature of [one ?? '', other ?? '']) {
    expect(signature).toMatch(/^[\w-]{34}$/)
    expect(signer.verifyFile(attachment, signature, NOW)).toBe('valid')
    expect(signer.verifyFile({ ...attachment, fileId: 'f-2' }, signature, NOW)).toBe('invalid')
  }
  // What makes it another is signed, too.
  const mixed = `${one?.slice(0, 12)}${other?.slice(12)}`
  expect(signer.verifyFile(attachment, mixed, NOW)).toBe('invalid')
  expect(signer.verifyFile(attachment, one?.slice(12) ?? '', NOW)).toBe('invalid')
  expect(signer.fileUrl(FILE)).toBe(signer.fileUrl(FILE))
})

test('a signature of one purpose or secret is worth nothing for another', () => {
  const signer = createSigner(SECRET)
  const upload = { version: 'x', personId: 'p', size: 1, expires: LATER }
  const file = { fileId: 'x', personId: 'p', disposition: 'inline' as const, expires: LATER }
  expect(signer.verifyFile(file, signatureOf(signer.uploadUrl(upload)), NOW)).toBe('invalid')
  expect(signer.verifyUpload(upload, signatureOf(signer.fileUrl(file)), NOW)).toBe('invalid')
  expect(createSigner(`${SECRET}!`).verifyUpload(UPLOAD, signatureOf(signer.uploadUrl(UPLOAD)), NOW)).toBe(
    'invalid',
  )
  expect(createSigner(SECRET).verifyUpload(UPLOAD, signatureOf(signer.uploadUrl(UPLOAD)), NOW)).toBe('valid')
})

test('HIST-14 an opaque id is always the same, and tells neither its number nor the next one', () => {
  const { opaqueId } = createSigner(SECRET)
  const ids = [1, 2, 3].map((id) => opaqueId('history entry', id))
  expect(
    new Set([...ids, opaqueId('another kind', 1), createSigner(`${SECRET}!`).opaqueId('history entry', 1)])
      .size,
  ).toBe(5)
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/)
  expect(createSigner(SECRET).opaqueId('history entry', 1)).toBe(ids[0])
})

test('AUTH-21 a token of an id is a secret of its kind and key, and says which id it was made of', () => {
  const signer = createSigner(SECRET)
  const id = '01900000-0000-7000-8000-00000000000a'
  const token = signer.token('invitation', id)
  expect(token).toMatch(/^[\w-]{65}$/)
  expect(signer.token('invitation', id)).toBe(token)
  expect(signer.idOfToken('invitation', token)).toBe(id)
  expect(signer.idOfToken('another kind', token)).toBeNull()
  expect(createSigner(`${SECRET}!`).idOfToken('invitation', token)).toBeNull()
  const other = signer.token('invitation', '01900000-0000-7000-8000-00000000000b')
  for (const wrong of ['', token.slice(1), `${token}x`, token.slice(0, 22) + other.slice(22), `${token}\n`]) {
    expect(signer.idOfToken('invitation', wrong)).toBeNull()
  }
})

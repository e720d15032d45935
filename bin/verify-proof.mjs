// node verify-proof.mjs FILE…: checks proofs of the record as they were downloaded (docs/record.md), with Node alone and
// nothing of Helioroom. Says what fails and exits with 1 then. `--key FILE` takes public keys from a file that was got
// another way, such as an e-mail of then, in place of those in the proofs: one per line, in base64.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const CLOCKS_DIFFER_MS = 600_000
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const nodeOf = (left, right) => sha256(Buffer.from([1]), left, right)
const hex = (text, what) => {
  if (typeof text !== 'string' || !/^[0-9a-f]{64}$/.test(text)) throw new Error(`${what} is no SHA-256.`)
  return Buffer.from(text, 'hex')
}
const isSize = (value) => Number.isSafeInteger(value) && value > 0

/** RFC 9162, 2.1.3.2: the root that a leaf and its path give. */
function rootOfInclusion(leaf, position, size, path) {
  if (!Number.isSafeInteger(position) || position < 0 || position >= size)
    throw new Error('The entry is not within the record of the checkpoint.')
  let [index, last, root] = [position, size - 1, leaf]
  for (const step of path) {
    if (last === 0) throw new Error('The path is longer than the tree is high.')
    if (index % 2 === 1 || index === last) {
      root = nodeOf(step, root)
      while (index % 2 === 0 && index !== 0) [index, last] = [index / 2, Math.floor(last / 2)]
    } else root = nodeOf(root, step)
    ;[index, last] = [Math.floor(index / 2), Math.floor(last / 2)]
  }
  if (last !== 0) throw new Error('The path is shorter than the tree is high.')
  return root
}

/** RFC 9162, 2.1.4.2: both roots that a path between two sizes gives. */
function rootsOfConsistency(former, size, formerRoot, path) {
  if (former > size)
    throw new Error('The record was cut: the later checkpoint has fewer entries than the former.')
  if (former === size) {
    if (path.length > 0) throw new Error('The path is longer than the tree is high.')
    return [formerRoot, formerRoot]
  }
  const steps = [...path]
  if (2 ** Math.round(Math.log2(former)) === former) steps.unshift(formerRoot)
  let [index, last] = [former - 1, size - 1]
  while (index % 2 === 1) [index, last] = [Math.floor(index / 2), Math.floor(last / 2)]
  const first = steps.shift()
  if (!first) throw new Error('The path is shorter than the tree is high.')
  let [before, after] = [first, first]
  for (const step of steps) {
    if (last === 0) throw new Error('The path is longer than the tree is high.')
    if (index % 2 === 1 || index === last) {
      ;[before, after] = [nodeOf(step, before), nodeOf(step, after)]
      while (index % 2 === 0 && index !== 0) [index, last] = [index / 2, Math.floor(last / 2)]
    } else after = nodeOf(after, step)
    ;[index, last] = [Math.floor(index / 2), Math.floor(last / 2)]
  }
  if (last !== 0) throw new Error('The path is shorter than the tree is high.')
  return [before, after]
}

/** @throws what is wrong with a checkpoint, in a sentence */
function checkCheckpoint(organisation, checkpoint, keys) {
  if (!isSize(checkpoint?.treeSize)) throw new Error('The checkpoint has no size.')
  const root = hex(checkpoint.root, 'The root of the checkpoint')
  const { at, keyId, signature } = checkpoint
  const bytes = keys.get(keyId)
  if (!bytes) throw new Error(`The key ${keyId} of the checkpoint of ${at} is not among the public keys.`)
  const text = `helioroom checkpoint 1\norganisation ${organisation}\nroot ${checkpoint.root}\ntime ${at}\nkey ${keyId}\n`
  const key = createPublicKey({ key: Buffer.concat([SPKI, bytes]), format: 'der', type: 'spki' })
  if (!verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64')))
    throw new Error(`The checkpoint of ${at} was not signed by the key ${keyId}.`)
  return root
}

/** Each key under its id, which is made of it, so that no other can stand there. */
function keysOf(texts) {
  const keys = new Map()
  for (const text of texts) {
    const bytes = Buffer.from(text, 'base64')
    if (bytes.length !== 32) throw new Error('A public key has not 32 bytes.')
    keys.set(sha256(bytes).toString('hex').slice(0, 32), bytes)
  }
  return keys
}

/** @returns what the proof proves. @throws why it doesn't, in a sentence */
function check(text, givenKeys) {
  const proof = JSON.parse(text)
  const keys = givenKeys ?? keysOf((proof.keys ?? []).map(({ publicKey }) => String(publicKey)))
  const path = (proof.path ?? []).map((step) => hex(step, 'A step of the path'))
  if (proof.format === 'helioroom inclusion proof 1') {
    const leaf = hex(proof.leaf, 'The leaf')
    if (
      proof.entry !== null &&
      sha256(Buffer.from([0]), Buffer.from(proof.entry, 'utf8')).compare(leaf) !== 0
    )
      throw new Error('The entry is not the one that was recorded: it was changed.')
    const root = checkCheckpoint(proof.organisation, proof.checkpoint, keys)
    if (rootOfInclusion(leaf, proof.position, proof.checkpoint.treeSize, path).compare(root) !== 0)
      throw new Error('The path does not lead to the root of the checkpoint.')
    return `The entry was in the record at ${proof.checkpoint.at}.${proof.entry === null ? ' Its content was removed.' : ''}`
  }
  if (proof.format === 'helioroom consistency proof 1') {
    const former = checkCheckpoint(proof.organisation, proof.from, keys)
    const later = checkCheckpoint(proof.organisation, proof.to, keys)
    // Sizes are not signed, moments are: of a record that was cut its end would prove to go on from its beginning.
    if (!(new Date(proof.to.at) >= new Date(proof.from.at) - CLOCKS_DIFFER_MS))
      throw new Error(`The checkpoint of ${proof.to.at} was made before that of ${proof.from.at}.`)
    const [before, after] = rootsOfConsistency(proof.from.treeSize, proof.to.treeSize, former, path)
    if (before.compare(former) !== 0 || after.compare(later) !== 0)
      throw new Error(`The record of ${proof.to.at} does not go on from that of ${proof.from.at}.`)
    return `The record of ${proof.to.at} goes on from that of ${proof.from.at}.`
  }
  throw new Error('This is no proof of a record.')
}

/** A text without signs that a terminal obeys or hides. */
const shown = (text) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`)

const given = process.argv.slice(2)
const keyAt = given.indexOf('--key')
const keyFile = keyAt === -1 ? null : (given.splice(keyAt, 2)[1] ?? '')
const keys = keyFile === null ? null : keysOf(readFileSync(keyFile, 'utf8').split(/\s+/).filter(Boolean))
if (given.length === 0) {
  console.error('Usage: node verify-proof.mjs [--key FILE] PROOF.json …')
  process.exitCode = 1
}
for (const file of given) {
  try {
    console.log(shown(`${file}: ${check(readFileSync(file, 'utf8'), keys)}`))
  } catch (error) {
    console.error(shown(`${file}: ${error.message}`))
    process.exitCode = 1
  }
}

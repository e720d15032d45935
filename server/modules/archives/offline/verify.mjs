// node verify.mjs [--key FILE] [FOLDER | PART.zip …]: verifies a closing archive (docs/archive.md) with Node alone:
// unpacked in a folder (this one unless another is named), or its parts as they are. Prints what fails and exits with 1 then.
// --key FILE   public keys that were got another way, such as out of an e-mail of then: one per line, in base64
import crypto from 'node:crypto'
import fs from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Prints a text; signs that a terminal obeys or hides stand as their numbers, so that no name covers what failed. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const say = (text) => console.log(text.replace(HIDDEN, (sign) => `\\u{${sign.codePointAt().toString(16)}}`))
let problems = 0
function check(isRight, where, sentence) {
  if (!isRight) say(`FAILED  ${where}: ${sentence}`)
  problems += isRight ? 0 : 1
}
function need(isRight, sentence) {
  if (!isRight) throw new Error(sentence)
}
/** Says of a path what went wrong in some work, and goes on. */
function attempt(where, work) {
  try {
    return work()
  } catch (error) {
    check(false, where, error.constructor === Error ? error.message : 'It can’t be read.')
  }
}

// ---- Files: those of a folder, or of parts
/** Bytes of an open file, piece by piece. @throws where it ends before */
function* piecesOf(file, start, length) {
  for (let at = 0, piece; at < length; at += piece.length) {
    piece = Buffer.allocUnsafeSlow(Math.min(1_048_576, length - at))
    for (let filled = 0, got = 0; filled < piece.length; filled += got) {
      got = fs.readSync(file, piece, filled, piece.length - filled, start + at + filled)
      need(got > 0, 'It ends too early: it was cut.')
    }
    yield piece
  }
}
const bytesAt = (file, start, length) => Buffer.concat([...piecesOf(file, start, length)])
/** Files of the archive by their paths: how long each is, and its bytes. */
const entries = new Map()
const secret = { isNeeded: false, passphrase: '' }
function add(name, size, pieces) {
  check(!entries.has(name), name, 'It is in the archive twice.')
  entries.set(name, { size, pieces })
}
function addFolder(folder, below = '') {
  for (const entry of fs.readdirSync(`${folder}/${below}`, { withFileTypes: true })) {
    const name = `${folder}/${below}${entry.name}`
    const { size } = fs.lstatSync(name)
    if (entry.isDirectory()) addFolder(folder, `${below}${entry.name}/`)
    else check(entry.isFile(), name, 'It is no file, but leads elsewhere.')
    const pieces = function* () {
      const file = fs.openSync(name)
      yield* piecesOf(file, 0, size)
      fs.closeSync(file)
    }
    if (entry.isFile()) add((below + entry.name).normalize('NFC'), size, pieces)
  }
}

const [LOCAL, CENTRAL, END, LOCATOR] = [0x04034b50, 0x02014b50, 0x06054b50, 0x07064b50]
const [FAR, STORED, ENCRYPTED, MAX_END] = [1, 0, 99, 65_557]
/** The directory of a part (APPNOTE 4.3.14 to 4.3.16). */
function directoryOf(file) {
  const { size } = fs.fstatSync(file)
  const tail = bytesAt(file, Math.max(0, size - MAX_END), Math.min(size, MAX_END))
  let at = tail.length - 22
  while (at >= 0 && tail.readUInt32LE(at) !== END) at -= 1
  need(at >= 0, 'It has no directory at its end: it was cut.')
  if (at < 20 || tail.readUInt32LE(at - 20) !== LOCATOR)
    return bytesAt(file, tail.readUInt32LE(at + 16), tail.readUInt32LE(at + 12))
  const end = bytesAt(file, Number(tail.readBigUInt64LE(at - 12)), 56)
  return bytesAt(file, Number(end.readBigUInt64LE(48)), Number(end.readBigUInt64LE(40)))
}
function addPart(part) {
  const file = fs.openSync(part)
  const directory = directoryOf(file)
  for (let at = 0, next = 0; at < directory.length; at = next) {
    need(directory.readUInt32LE(at) === CENTRAL, 'Its directory can’t be read.')
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30)
    next = extraEnd + directory.readUInt16LE(at + 32)
    const written = directory.subarray(at + 46, nameEnd)
    const name = written.toString('utf8')
    let far = extraEnd
    for (let field = nameEnd; field < extraEnd; field += 4 + directory.readUInt16LE(field + 2)) {
      const id = directory.readUInt16LE(field)
      if (id === FAR) far = field - 4
      check([FAR, 0x5455, 0x9901].includes(id), name, 'It has another name beside its own.')
    }
    check([0, 8].includes(directory.readUInt16LE(at + 40) >> 12), name, 'It is no file, but leads elsewhere.')
    // Sizes and place are in the field of Zip64, in this order, where they outgrow their own (APPNOTE 4.5.3).
    const [size, stored, offset] = [24, 20, 42].map((field) => {
      const value = directory.readUInt32LE(at + field)
      if (value === 0xffffffff) far += 8
      return value === 0xffffffff && far < extraEnd ? Number(directory.readBigUInt64LE(far)) : value
    })
    if (name.endsWith('/')) continue
    const method = directory.readUInt16LE(at + 10)
    secret.isNeeded ||= method === ENCRYPTED
    const pieces = function* () {
      const head = bytesAt(file, offset, 30 + written.length)
      const isHere = head.readUInt32LE(0) === LOCAL && head.subarray(30).equals(written)
      need(isHere && [STORED, ENCRYPTED].includes(method), 'At its place in the part is something else.')
      const start = offset + head.length + head.readUInt16LE(28)
      yield* (method === ENCRYPTED ? decrypted : piecesOf)(file, start, stored)
    }
    add(name, size, pieces)
  }
}

/** The content of an entry that is encrypted as WinZip does it (AE-2, AES-256). */
function* decrypted(file, start, stored) {
  const keys = crypto.pbkdf2Sync(secret.passphrase, bytesAt(file, start, 16), 1000, 66, 'sha1')
  need(bytesAt(file, start + 16, 2).equals(keys.subarray(64)), 'The passphrase is wrong.')
  const cipher = crypto.createCipheriv('aes-256-ecb', keys.subarray(0, 32), null)
  const seal = crypto.createHmac('sha1', keys.subarray(32, 64))
  let block = 0
  for (const piece of piecesOf(file, start + 18, stored - 28)) {
    seal.update(piece)
    const counters = Buffer.alloc(Math.ceil(piece.length / 16) * 16)
    for (let at = 0; at < counters.length; at += 16) counters.writeUIntLE(++block, at, 6)
    const mask = cipher.update(counters)
    for (let at = 0; at < piece.length; at += 1) piece[at] ^= mask[at]
    yield piece
  }
  const isSealed = bytesAt(file, start + stored - 10, 10).equals(seal.digest().subarray(0, 10))
  need(isSealed, 'It was changed: its seal is wrong.')
}

/** The passphrase, which is not shown where it is typed. */
async function askPassphrase() {
  if (!process.stdin.isTTY) return fs.readFileSync(0, 'utf8').split(/\r?\n/)[0]
  process.stderr.write('Passphrase of the archive: ')
  const output = new Writable({ write: (_piece, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  return new Promise((resolve) => lines.question('', resolve)).finally(() => lines.close())
}

// ---- Time stamps (RFC 3161)
/** The elements of DER, each with its tag, its content, and its bytes as they are. */
function derOf(bytes) {
  const found = []
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    const lengths = bytes[at + 1] > 0x80 ? bytes[at + 1] - 0x80 : 0
    const start = at + 2 + lengths
    end = start + (lengths > 0 ? bytes.readUIntBE(at + 2, lengths) : bytes[at + 1])
    need(end <= bytes.length, 'It ends too early: it was cut.')
    found.push({ tag: bytes[at], content: bytes.subarray(start, end), whole: bytes.subarray(at, end) })
  }
  return found
}
const within = ({ content }) => derOf(content)
const oid = ({ content }) => content.toString('hex')
const HASHES = { 1: 'sha256', 2: 'sha384', 3: 'sha512' }
const hashOf = (algorithm) => HASHES[/^60864801650304020([123])$/.exec(oid(within(algorithm)[0]))?.[1]]
const [STAMP, CONTENT_TYPE, DIGEST] = ['100104', '03', '04'].map((end) => `2a864886f70d0109${end}`)
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/** When a token says that it was made. @throws why it is none for this hash */
function checkToken(token, stamped) {
  const signedData = within(within(within(derOf(token)[0])[1])[0])
  const [type, wrapped] = within(signedData[2])
  const info = within(wrapped)[0].content
  const [, , imprint, , time] = within(derOf(info)[0])
  const [method, imprinted] = within(imprint)
  need(oid(type) === STAMP && hashOf(method) === 'sha256', 'It is no time stamp.')
  need(imprinted.content.equals(stamped), 'It is of something else.')
  const signers = within(signedData.at(-1))
  need(signers.length === 1, 'It has not one signature.')
  const given = signedData.filter(({ tag }) => tag === 0xa0).flatMap(within)
  const certificates = given.map(({ whole }) => new crypto.X509Certificate(whole))
  const parts = within(signers[0])
  const serial = BigInt(`0x${oid(within(parts[1])[1])}`)
  const own = certificates.find((each) => BigInt(`0x${each.serialNumber}`) === serial)
  const attributes = parts.find(({ tag }) => tag === 0xa0)
  need(own && attributes, 'The certificate of its signer is missing.')
  const values = new Map(within(attributes).map((each) => [oid(within(each)[0]), within(within(each)[1])[0]]))
  const digest = crypto.createHash(hashOf(parts[2])).update(info).digest()
  // What is signed is the set of attributes, under the tag of a set.
  const signed = Buffer.concat([Buffer.from([0x31]), attributes.whole.subarray(1)])
  const signature = parts.findLast(({ tag }) => tag === 4).content
  const isWhole = oid(values.get(CONTENT_TYPE)) === STAMP && values.get(DIGEST).content.equals(digest)
  const isByOwn = crypto.verify(hashOf(parts[2]), signed, own.publicKey, signature)
  need(isWhole && isByOwn, 'Its signature is wrong.')
  need(own.keyUsage?.includes(TIME_STAMPING), 'Its certificate is not for time stamps.')
  const digits = time.content.toString('latin1')
  const at = new Date(digits.replace(/^(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6'))
  need(at >= new Date(own.validFrom) && at <= new Date(own.validTo), 'Its certificate was not valid then.')
  return at
}

// ---- What is verified
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const bytesIn = (base64) => Buffer.from(base64, 'base64')
function digestOf(pieces) {
  const hash = crypto.createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest()
}
const sha256 = (...parts) => digestOf(parts)
const hex = (bytes) => bytes.toString('hex')
function isSigned({ bytes }, text, signature) {
  const key = crypto.createPublicKey({ key: Buffer.concat([SPKI, bytes]), format: 'der', type: 'spki' })
  return crypto.verify(null, Buffer.from(text), key, bytesIn(signature))
}
const entryOf = (name) => entries.get(name) ?? need(false, 'It is missing.')
const bytesOf = (name) => Buffer.concat([...entryOf(name).pieces()])
const textOf = (name) => bytesOf(name).toString('utf8')
const listOf = (name) => JSON.parse(/^helioroom\((.*)\);\n$/.exec(textOf(name))?.[1] ?? 'none')
/** Lists that can be read, as the manifest names them; what is wrong with others was said. */
const lists = []
function* rowsOf(kind) {
  for (const list of lists) if (list.kind === kind) yield* listOf(list.path).rows
}

function verifyLists(manifest) {
  const counted = {}
  for (const list of manifest.lists) {
    counted[list.kind] = (counted[list.kind] ?? 0) + list.rows
    attempt(list.path, () => {
      const bytes = bytesOf(list.path)
      check(bytes.length === list.size && hex(sha256(bytes)) === list.sha256, list.path, 'It was changed.')
      const { kind, number, rows } = listOf(list.path)
      const isSame = kind === list.kind && number === list.number && rows.length === list.rows
      need(isSame, 'It is another list than the manifest names.')
      lists.push(list)
    })
  }
  for (const kind of new Set([...Object.keys(manifest.counts), ...Object.keys(counted)]))
    check(manifest.counts[kind] === counted[kind], 'manifest.json', `It counts other ${kind} than its lists.`)
}

function verifySignature(archive, keys) {
  for (const kind of ['manifest', 'signature'])
    attempt(`data/${kind}-0001.js`, () => {
      const { kind: said, text } = listOf(`data/${kind}-0001.js`)
      need(said === kind && text === textOf(`${kind}.json`), `It differs from ${kind}.json.`)
    })
  const { archive: of, manifest, madeAt, keyId, publicKey, signature } = JSON.parse(textOf('signature.json'))
  const isSame = of === archive && manifest === hex(sha256(bytesOf('manifest.json')))
  check(isSame, 'manifest.json', 'It is not the one that was signed.')
  const key = keys.get(keyId)
  need(key?.bytes.equals(bytesIn(publicKey)), `The key ${keyId} is not among the public keys.`)
  const text = `helioroom archive 1\narchive ${of}\nmanifest ${manifest}\ntime ${madeAt}\nkey ${keyId}\n`
  need(isSigned(key, text, signature), `It was not signed by the key ${keyId}.`)
  return { madeAt, keyId }
}

const SIGNED = ['manifest', 'signature'].flatMap((kind) => [`${kind}.json`, `data/${kind}-0001.js`])
/** @returns what is said of each file, by its path */
function verifyFiles(manifest) {
  const files = new Map()
  for (const row of rowsOf('files')) {
    files.set(row.path, row)
    attempt(row.path, () => {
      const { size, pieces } = entryOf(row.path)
      need(size === row.size && hex(digestOf(pieces())) === row.sha256, 'It was changed.')
    })
  }
  const named = new Set([
    'timestamps.json',
    ...SIGNED,
    ...files.keys(),
    ...manifest.lists.map(({ path }) => path),
  ])
  for (const [at, { number, name }] of manifest.parts.entries()) {
    const own = `parts/part-${String(number).padStart(3, '0')}.json`
    // The parts may lie where they were unpacked.
    named.add(own).add(name)
    attempt(own, () => {
      need(entries.has(own), `It is missing: part ${number} (${name}) is not here.`)
      const [{ archive }, previous] = [manifest, manifest.parts[at - 1]?.name]
      const said = JSON.stringify({ archive, format: 'helioroom archive part 1', number, previous })
      need(textOf(own) === said, 'It was changed, or is of another archive.')
    })
  }
  for (const name of entries.keys()) check(named.has(name), name, 'It does not belong to the archive.')
  return files
}

/** Each file that another list names is one of the archive. @returns versions as they were uploaded, by their ids */
function verifyNames(files) {
  const versions = new Map()
  const belongs = (of, name) => check(files.has(name), name, `${of} names it, but no list of files.`)
  for (const document of rowsOf('documents'))
    for (const { id, number, file, size, sha256: digest, given, leftOut } of document.versions) {
      const what = `Version ${number} of ${document.name}`
      const said = files.get(file)
      if (file !== undefined) belongs(what, file)
      else check(leftOut !== undefined, document.name, `${what} has no file, and nothing says why.`)
      if (said) check(said.sha256 === digest && said.size === size, file, `${what} has another SHA-256.`)
      if (given === undefined) versions.set(id, { digest, what, name: document.name })
    }
  for (const { title, file } of rowsOf('pages')) belongs(`The page ${title}`, file)
  for (const certificate of rowsOf('certificates'))
    for (const file of certificate.files) belongs(`The certificate of ${certificate.at}`, file)
  return versions
}
function verifyCheckpoints(organisation, keys) {
  const checkpoints = [...rowsOf('checkpoints')]
  for (const { root, at, keyId, signature } of checkpoints) {
    const text = `helioroom checkpoint 1\norganisation ${organisation.id}\nroot ${root}\ntime ${at}\nkey ${keyId}\n`
    const key = keys.get(keyId)
    attempt(`checkpoint of ${at}`, () => {
      need(key, `The key ${keyId} is not among the public keys.`)
      need(isSigned(key, text, signature), `It was not signed by the key ${keyId}.`)
      need(at >= key.createdAt && at <= key.retiredAt, `The key ${keyId} was not in use then.`)
    })
  }
  return checkpoints
}

const nodeOf = (left, right) => sha256(Buffer.from([1]), left, right)
/** The record of an archive of everything: its tree at each checkpoint (RFC 6962, 2.1), and what is told of its entries. */
function verifyRecord(checkpoints, versions) {
  const leaves = bytesOf('record/leaves.bin')
  const count = leaves.length / 32
  const leafAt = (position) => leaves.subarray(position * 32, position * 32 + 32)
  const stack = []
  let size = 0
  for (const { at, root, treeSize } of checkpoints) {
    check(count >= treeSize, `checkpoint of ${at}`, `The record was cut: it had ${treeSize} entries then.`)
    if (count < treeSize) continue
    for (; size < treeSize; size += 1) {
      let node = leafAt(size)
      for (let covered = size + 1; covered % 2 === 0; covered /= 2) node = nodeOf(stack.pop(), node)
      stack.push(node)
    }
    const now = hex(stack.reduceRight((right, left) => nodeOf(left, right)))
    check(now === root, `checkpoint of ${at}`, 'The record is not what it was then.')
  }
  need(count === checkpoints.at(-1)?.treeSize, 'It is not as long as the last checkpoint says.')
  for (const { position, entry } of rowsOf('entries')) {
    if (entry === undefined) continue
    const isRecorded = sha256(Buffer.from([0]), entry).equals(leafAt(position))
    check(isRecorded, `entry ${position} of the record`, 'It is not the one that was recorded.')
    const said = JSON.parse(entry)
    const { digest, name, what } = (said.entry === 'version' && versions.get(said.id)) || {}
    check(!name || digest === said.sha256, name, `${what} was recorded with another SHA-256.`)
  }
}

/** @returns how many there are */
function verifyStamps(checkpoints) {
  const known = new Map(checkpoints.map((checkpoint) => [checkpoint.signature, checkpoint]))
  const { timestamps } = JSON.parse(textOf('timestamps.json'))
  for (const { signature, token } of timestamps) {
    const { at } = known.get(signature) ?? {}
    attempt(`time stamp of the checkpoint of ${at}`, () => {
      need(at !== undefined, 'It is of no checkpoint of the archive.')
      const stampedAt = checkToken(bytesIn(token), sha256(bytesIn(signature)))
      // Clocks may differ by minutes.
      need(stampedAt >= new Date(at) - 600_000, 'It was made before the checkpoint was.')
    })
  }
  return timestamps.length
}

function verifyArchive(given) {
  const manifest = JSON.parse(textOf('manifest.json'))
  need(manifest.format === 'helioroom archive 1', 'It is not of a format that is known here.')
  const { archive, organisation, room, viewpoint } = manifest
  verifyLists(manifest)
  // Each under its id, which is made of it, so that no other can stand there.
  const keys = new Map()
  for (const { publicKey, createdAt = '', retiredAt = '~' } of given ?? rowsOf('keys')) {
    const bytes = bytesIn(publicKey)
    keys.set(hex(sha256(bytes)).slice(0, 32), { bytes, createdAt, retiredAt })
  }
  const signed = attempt('signature.json', () => verifySignature(archive, keys))
  const files = verifyFiles(manifest)
  const versions = verifyNames(files)
  const checkpoints = verifyCheckpoints(organisation, keys)
  if (viewpoint.kind === 'EVERYTHING') attempt('record/leaves.bin', () => verifyRecord(checkpoints, versions))
  const stamps = attempt('timestamps.json', () => verifyStamps(checkpoints))
  if (problems > 0) return
  say(`${room.name}, ${viewpoint.group ?? 'everything'}: unchanged since ${signed.madeAt}.`)
  say(`Verified: ${files.size} files, ${checkpoints.length} checkpoints, ${stamps} time stamps.`)
  if (!given) say(`The key ${signed.keyId} came with it: compare it with one that came another way.`)
}

// ---- The call
const args = process.argv.slice(2)
const wordsIn = (file) => fs.readFileSync(file, 'utf8').split(/\s+/).filter(Boolean)
const keyTexts = args[0] === '--key' ? wordsIn(args.splice(0, 2)[1] ?? '') : undefined
for (const place of args.length > 0 ? args : [import.meta.dirname])
  attempt(place, () => {
    if (!fs.lstatSync(place).isDirectory()) return addPart(place)
    const names = fs.readdirSync(place).sort()
    if (names.includes('manifest.json')) return addFolder(place)
    for (const name of names) if (name.endsWith('.zip')) attempt(name, () => addPart(`${place}/${name}`))
  })
if (secret.isNeeded) secret.passphrase = await askPassphrase()
attempt('manifest.json', () => verifyArchive(keyTexts?.map((publicKey) => ({ publicKey }))))
if (problems > 0) say(`${problems} ${problems === 1 ? 'problem was' : 'problems were'} found.`)
process.exitCode = problems > 0 ? 1 : 0

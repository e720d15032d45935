// Imported first by every script here, so that an old Node gives a sentence and not a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Helioroom needs Node 20.19 or later; this is ${process.versions.node}. Please install a newer Node.`,
  )
  process.exit(1)
}

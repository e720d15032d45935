import sharp from 'sharp'

const [out, cols, w, ...names] = process.argv.slice(2)
const W = Number(w),
  C = Number(cols)
const imgs = await Promise.all(
  names.map(async (n) =>
    sharp(`/tmp/e2e-shots/${n}.png`).resize({ width: W }).toBuffer({ resolveWithObject: true }),
  ),
)
const rows = []
for (let i = 0; i < imgs.length; i += C) rows.push(imgs.slice(i, i + C))
let y = 0
const comp = []
for (const r of rows) {
  r.forEach((im, i) => comp.push({ input: im.data, left: i * (W + 8), top: y }))
  y += Math.max(...r.map((im) => im.info.height)) + 8
}
await sharp({ create: { width: C * (W + 8), height: y, channels: 3, background: '#888' } })
  .composite(comp)
  .png()
  .toFile(`/tmp/e2e-shots/${out}.png`)

import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'

const unique = `Journey Solar ${Date.now()}`

/** How often what has come to rest is seen at one place, a twentieth of a second apart. */
const STILL = 10

test('FMT-23 PFORM-01 PFORM-02 PFORM-06 PFORM-34 PFORM-39 PROJ-11 PROJ-12 PROJ-15 PROJ-16 an admin adds a project, is told of what is wrong, and edits it; a reader only reads', async ({
  open,
}) => {
  const page = await open('orgAdmin')
  await page.goto('/segue-infra/projects')
  await page.getByRole('link', { name: 'New project' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New Project' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(unique)
  await page.getByRole('textbox', { name: 'Capacity AC' }).fill('12,500')
  await page.getByRole('tab', { name: 'Location' }).click()
  await page.getByRole('textbox', { name: 'Latitude' }).fill('91')
  await page.getByRole('textbox', { name: 'Longitude' }).fill('-98.58')
  await page.getByRole('tab', { name: 'Info' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('tab', { name: /Location, 1 error/ })).toBeVisible()
  await expect(page.getByText('Must be within -90 and +90')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Latitude' }).fill('37.28')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: unique })).toBeVisible()
  await expect(page.getByText('12,500 kW').or(page.getByText('12.5 MW')).first()).toBeVisible()
  await expectAccessible(page)
  const address = page.url()
  await page.getByRole('link', { name: 'Edit Project' }).click()
  const capacity = page.getByRole('textbox', { name: 'Capacity AC' })
  await expect(capacity).toHaveValue('12,500')
  // What Tab leads to is typed over, not added to.
  await page.getByRole('textbox', { name: 'Capacity DC' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('13750')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`${unique} II`)
  await expect(capacity).toHaveValue('13,750')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${unique} II` })).toBeVisible()

  const phone = await open('viewer', PHONE)
  await phone.goto('/segue-infra/projects')
  await phone.getByText('Anthony Solar').click()
  await expect(phone.getByRole('heading', { level: 1, name: 'Anthony Solar' })).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Edit Project' })).toHaveCount(0)
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
  // In no portfolio that the reader may open (PROJ-29).
  await phone.goto(address)
  await expect(phone.getByText('Error 404 to be precise.')).toBeVisible()
  await phone.goto(`${address}/edit`)
  await expect(phone.getByText('Error 404 to be precise.')).toBeVisible()
})

const KML = `<kml><Document><name>Parcels</name><Placemark><name>Parcel 7</name>
  <Style><PolyStyle><color>7f00ff00</color></PolyStyle></Style><Polygon><outerBoundaryIs><LinearRing><coordinates>
  -107.1,44.4 -106.9,44.4 -106.9,44.6 -107.1,44.6 -107.1,44.4</coordinates></LinearRing></outerBoundaryIs></Polygon>
  </Placemark></Document></kml>`

test('MAP-01 MAP-04 MAP-05 MAP-06 MAP-07 MAP-08 MAP-10 MAP-12 MAP-16 MAP-17 MAP-20 MAP-22 RAD-01 PROJ-01 PROJ-11 an admin gives a project layers and moves it on a map that asks nobody else; a reader counts what lies around', async ({
  open,
  product,
}) => {
  // A whole map is drawn in software, several times.
  test.slow()
  const page = await open('orgAdmin')
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    const isOurs = host === new URL(product).host || ['blob:', 'data:'].includes(protocol)
    if (!isOurs) elsewhere.push(request.url())
  })
  const name = `Mapped Solar ${Date.now()}`
  await page.goto('/segue-infra/projects/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Capacity AC' }).fill('12,500')
  await page.getByRole('tab', { name: 'Location' }).click()
  await page.getByRole('textbox', { name: 'Latitude' }).fill('44.5')
  await page.getByRole('textbox', { name: 'Longitude' }).fill('-107')
  await page.getByRole('button', { name: 'Save' }).click()
  const canvas = page.locator('.maplibregl-canvas')
  await expect(canvas).toBeVisible()
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload KML/KMZ' }).click()
  await (await chosen).setFiles({
    name: 'parcels.kml',
    mimeType: 'application/vnd.google-earth.kml+xml',
    buffer: Buffer.from(KML),
  })
  await expect(page.getByText('File uploaded successfully! Processing will begin shortly.')).toBeVisible()
  const layer = page.getByRole('switch', { name: 'Parcel 7' })
  await expect(layer).toBeVisible({ timeout: 30_000 })
  await layer.click()
  await expect(layer).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('button', { name: 'Generate points of Parcel 7' }).click()
  await expect(page.getByText('1 point on the map, not saved.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Open on the map' }).click()
  await expect(page.getByText(/^[\d,]+ projects? on the map$/)).toBeVisible()
  await expect(page.getByText('Same site, this project and those within 1 mile')).toBeVisible()
  const marker = page.locator(`.maplibregl-marker[title="Drag to move ${name}"]`)
  await expect(marker).toBeVisible()
  // The map comes to rest over the project.
  const boxes: string[] = []
  await expect
    .poll(
      async () => {
        boxes.push(JSON.stringify(await marker.boundingBox()))
        return boxes.length > STILL && new Set(boxes.slice(-STILL)).size === 1
      },
      { intervals: [50] },
    )
    .toBe(true)
  const middle = async () => {
    const box = await marker.boundingBox()
    if (!box) throw new Error('The marker is not on the page.')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const drag = async () => {
    const { x, y } = await middle()
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 10, { steps: 8 })
    await page.mouse.up()
  }
  // Its layers are on the organisation's map as well.
  await page.getByRole('button', { name: 'Layers' }).click()
  const onMap = page
    .getByRole('region', { name: 'Spatial layers' })
    .getByRole('switch', { name: 'Parcel 7' })
    .first()
  await onMap.click()
  await expect(onMap).toHaveAttribute('aria-checked', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Layers 1' })).toBeFocused()

  // A move that is refused does not happen (MAP-07).
  const refusal = 'The project was moved by somebody else.'
  const refused = { data: null, errors: [{ message: refusal, extensions: { code: 'CONFLICT' } }] }
  const before = await middle()
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('moveProject') ? route.fulfill({ json: refused }) : route.fallback(),
  )
  await drag()
  await expect(page.getByRole('region', { name: 'Map' }).getByRole('alert')).toHaveText(refusal)
  await expect(async () => {
    const after = await middle()
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(1)
  }).toPass()
  await page.unroute('**/graphql')
  await drag()
  await expect(page.getByText(`${name} was moved.`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()

  // From far away a double click leads to where zoom 8 shows some 30 miles by 100 px (MAP-08).
  const scale = page.locator('.maplibregl-ctrl-scale')
  const milesOf = async () => Number.parseFloat((await scale.textContent()) ?? '')
  while ((await milesOf()) < 100) {
    const former = await scale.textContent()
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect(scale).not.toHaveText(former ?? '')
  }
  await marker.dblclick()
  await expect(scale).toHaveText(/^(10|20|30)\s*mi$/)

  await page.getByRole('switch', { name: '10 Miles' }).click()
  await expect(page.getByRole('switch', { name: '10 Miles' })).toHaveAttribute('aria-checked', 'false')

  await page.getByRole('button', { name: 'Qualifying Facilities' }).click()
  await expect(page.getByText('For screening.').first()).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toMatch(/qualifying-facilities/)
  expect(elsewhere).toEqual([])

  const phone = await open('viewer', PHONE)
  await phone.goto('/segue-infra/projects?view=radius')
  await phone.getByRole('button', { name: /^Anthony Solar/ }).click()
  await expect(phone.getByRole('link', { name: 'Open project' })).toBeVisible()
  await expect(phone.locator('.maplibregl-marker')).toHaveCount(0)
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
})

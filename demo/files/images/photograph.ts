import sharp from 'sharp'
import type { DemoProject } from '../../content/projects.ts'
import { newScene, svgOf } from './scene.ts'
import { VIEWS, type View } from './views.ts'

/** Date and place as a site camera burns them in. */
const stampOf = (project: DemoProject, at: string): string => {
  const north = project.latitude.toFixed(4)
  const west = Math.abs(project.longitude).toFixed(4)
  return `${at.slice(0, 10)} ${at.slice(11, 16)}  N ${north} W ${west}`
}

/**
 * A photograph of the site, as JPEG: drawn, since the demo has none. Differs by project, view and `number`; `at` is
 * the moment burnt into the corner (ISO 8601).
 */
export const photograph = (project: DemoProject, view: View, number: number, at: string): Promise<Buffer> => {
  const scene = newScene(`${project.key} ${view} ${number}`)
  VIEWS[view](scene)
  return sharp(Buffer.from(svgOf(scene, stampOf(project, at))))
    .jpeg({ quality: 82 })
    .toBuffer()
}

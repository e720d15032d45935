export type { LayerHead, LayerStyle } from './answer.ts'
export { KML_BYTES } from './limits.ts'
export { createKmlReader, type KmlReader, type Layer, type Shapes, ShapesRefused } from './reader.ts'

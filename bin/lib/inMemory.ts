// Preloaded into what works on throwaway clusters.
import { workInMemory } from './memoryDisk.ts'

workInMemory()

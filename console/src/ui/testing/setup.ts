import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { answerStylesQuickly } from './quick-styles.ts'

afterEach(cleanup)

// jsdom draws nothing; axe asks for a canvas to measure icon fonts and takes no for an answer.
HTMLCanvasElement.prototype.getContext = () => null

answerStylesQuickly(window)

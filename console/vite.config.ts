/// <reference types="vitest/config" />
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { noSchemas } from './build/no-schemas.ts'

const server = `http://127.0.0.1:${process.env.PODIUM_PORT || 8080}`

export default defineConfig({
  root: import.meta.dirname,
  // Scripts and styles name each other by the way between them, so that they work below any path of a site.
  base: './',
  plugins: [react(), noSchemas()],
  resolve: {
    alias: {
      // In browsers it would read references of Markdown, such as &amp;, by writing HTML, which Trusted Types refuse.
      'decode-named-character-reference': fileURLToPath(
        import.meta.resolve('decode-named-character-reference'),
      ),
    },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    target: 'es2022',
    manifest: true,
    // Everything is a file of its own: the content policy knows no inline font or script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: join(import.meta.dirname, 'src/main.tsx'),
      // One file for the login, and one for the code that many pages share (docs/decisions/0137).
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'often', minShareCount: 30 },
          ],
        },
      },
    },
  },
  ssr: { noExternal: [/^@podium\//] },
  server: { proxy: { '/api': server, '/guide': server } },
  test: { setupFiles: [join(import.meta.dirname, 'src/ui/testing/setup.ts')] },
})

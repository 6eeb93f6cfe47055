import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/marchland/server/static",
    emptyOutDir: true,
    assetsDir: "assets",
    // The content security policy of the server forbids data: fonts and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  // One test reads the colours.
  test: { css: { include: /app\.css/ } },
  server: { proxy: { "/api": { target: server, ws: true } } },
});

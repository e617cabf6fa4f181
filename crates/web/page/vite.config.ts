import { defineConfig } from "vite";

const SERVER = "http://127.0.0.1:7878";

export default defineConfig({
  base: "./",
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  // `npm run dev` shows changes at once; the games come from a `skirmish web` beside it.
  server: {
    proxy: {
      "/socket": { target: SERVER, ws: true, changeOrigin: true, rewriteWsOrigin: true },
      "/catalogue.json": { target: SERVER, changeOrigin: true },
      "/puzzles/": { target: SERVER, changeOrigin: true },
    },
  },
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    // One script and one style sheet: the page is small, and loopback is quick.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});

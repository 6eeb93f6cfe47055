import "@fontsource-variable/alegreya/wght.css";
import "@fontsource-variable/source-sans-3/wght.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { startTheme } from "./lib/theme.svelte";

startTheme();
mount(App, { target: document.getElementById("app")! });

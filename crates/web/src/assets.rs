//! The files of the page, which are built into the program, and the generated catalogue.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH, VARY,
};
use hyper::{HeaderMap, StatusCode};
use include_dir::{Dir, include_dir};

use crate::response::{Response, body};

static BUILT: Dir = include_dir!("$CARGO_MANIFEST_DIR/page/dist");

/// The files of the page, ready to be sent. Requests never reach the file system.
pub struct Assets(HashMap<String, Asset>);

/// A file that is ready to be sent, packed if that is shorter.
#[derive(Clone)]
pub struct Asset {
    plain: Bytes,
    /// If that is shorter.
    gzip: Option<Bytes>,
    kind: HeaderValue,
    cache: HeaderValue,
    tag: HeaderValue,
}

impl Assets {
    /// The files that were built into the program.
    pub fn built() -> Assets {
        let mut assets = HashMap::new();
        collect(&BUILT, &mut assets);
        Assets(assets)
    }

    /// Adds a file.
    pub fn with(mut self, path: &str, text: &str) -> Assets {
        self.0.insert(path.to_owned(), Asset::new(path, text.as_bytes()));
        self
    }

    /// The response to a request for a path; `None` if there is no such file.
    pub fn get(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let path = path.trim_start_matches('/');
        let asset = self.0.get(if path.is_empty() { "index.html" } else { path })?;
        Some(asset.answer(headers))
    }
}

/// Adds the files of a folder, recursively.
fn collect(folder: &Dir, assets: &mut HashMap<String, Asset>) {
    for file in folder.files() {
        let path = file.path().to_string_lossy().replace('\\', "/");
        let asset = Asset::new(&path, file.contents());
        assets.insert(path, asset);
    }
    folder.dirs().for_each(|inner| collect(inner, assets));
}

impl Asset {
    /// The file at a path, whose ending says what it is.
    pub fn new(path: &str, data: &[u8]) -> Asset {
        let mut hasher = DefaultHasher::new();
        data.hash(&mut hasher);
        let tag = format!("\"{:016x}\"", hasher.finish());
        // The builder names the files in this folder after their contents.
        let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        let packed = pack(data).filter(|packed| packed.len() < data.len());
        Asset {
            plain: Bytes::copy_from_slice(data),
            gzip: packed.map(Bytes::from),
            kind: HeaderValue::from_static(kind(path)),
            cache: HeaderValue::from_static(cache),
            tag: HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\"")),
        }
    }
}

impl Asset {
    /// The response to a request for it. A reader who has it is told so.
    pub fn answer(&self, headers: &HeaderMap) -> Response {
        let mut response = Response::new(body(""));
        let out = response.headers_mut();
        out.insert(CONTENT_TYPE, self.kind.clone());
        out.insert(CACHE_CONTROL, self.cache.clone());
        out.insert(ETAG, self.tag.clone());
        out.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if headers.get(IF_NONE_MATCH) == Some(&self.tag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        let accepts = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).is_some_and(accepts_gzip);
        *response.body_mut() = match &self.gzip {
            Some(gzip) if accepts => {
                response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                body(gzip.clone())
            }
            _ => body(self.plain.clone()),
        };
        response
    }
}

fn pack(data: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).ok()?;
    encoder.finish().ok()
}

/// Whether an `Accept-Encoding` allows gzip.
fn accepts_gzip(value: &str) -> bool {
    value.split(',').any(|entry| {
        let (name, weight) = entry.split_once(';').map_or((entry, ""), |(name, weight)| (name, weight.trim()));
        name.trim().eq_ignore_ascii_case("gzip") && !matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_and_nothing_else() {
        let assets = Assets::built();
        let get = |path: &str| assets.get(path, &HeaderMap::new());
        let index = get("/").unwrap();
        assert_eq!(index.headers()[CONTENT_TYPE], "text/html; charset=utf-8");
        assert_eq!(index.headers()[CACHE_CONTROL], "no-cache");
        for path in ["/../Cargo.toml", "/etc/passwd", "/%2e%2e/", "/assets", "/assets/", "/index.html/", "/nothing"] {
            assert!(get(path).is_none(), "{path}");
        }
    }

    #[test]
    fn unchanged_files_are_not_sent_again() {
        let assets = Assets::built().with("list.json", "[1]");
        for path in ["/", "/list.json"] {
            let tag = assets.get(path, &HeaderMap::new()).unwrap().headers()[ETAG].clone();
            let again = assets.get(path, &HeaderMap::from_iter([(IF_NONE_MATCH, tag.clone())])).unwrap();
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
            let other = Assets::built().with("list.json", "[2]").with("index.html", "other");
            let changed = other.get(path, &HeaderMap::from_iter([(IF_NONE_MATCH, tag)])).unwrap();
            assert_eq!(changed.status(), StatusCode::OK);
        }
    }

    #[test]
    fn files_are_packed_for_those_who_want_it() {
        assert!(accepts_gzip("gzip, deflate, br") && accepts_gzip("br;q=1.0, GZIP;q=0.5"));
        assert!(!accepts_gzip("br, deflate") && !accepts_gzip("gzip;q=0") && !accepts_gzip(""));
    }
}
